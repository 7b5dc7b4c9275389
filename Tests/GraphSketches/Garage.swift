// SPDX-License-Identifier: Apache-2.0

// The garage: the types that all graphs of these tests are about. Nothing is ever built, so they are empty.

package protocol Engine {}
package class HybridEngine: Engine {}
package final class DieselEngine: Engine {}
package final class RacingEngine: HybridEngine {}
package protocol Paint {}
package final class Car {}
package final class Dashboard {}
package final class Garage {}
package final class Radio {}
package final class RadioTower {}
package final class Raido {}
package struct Wheel {}
package final class Meter {}
package final class Logbook {}
package final class Order {}
package final class Ticket {}
package final class Printer {}
package final class Shelf {}
package protocol Plugin {}
package final class Invoice {}

package enum Workshop {}
package enum Bench {}
package enum Session {}

package enum Museum {
  package final class Car {}
  package enum Annex { package final class Radio {} }
}

// Stand-ins for the types of the core, which the graph knows by their needs only.
package struct Provider<Value> {}
package struct Lazy<Value> {}
package struct Factory<Value, each Argument> {}
