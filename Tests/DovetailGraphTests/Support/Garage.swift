// SPDX-License-Identifier: Apache-2.0

// The garage: the types that all graphs of these tests are about. Nothing is ever built, so they are empty.

protocol Engine {}
class HybridEngine: Engine {}
final class DieselEngine: Engine {}
final class RacingEngine: HybridEngine {}
protocol Paint {}
final class Car {}
final class Dashboard {}
final class Garage {}
final class Radio {}
final class RadioTower {}
final class Raido {}
struct Wheel {}
final class Meter {}
final class Logbook {}
final class Order {}
final class Ticket {}
final class Printer {}
final class Shelf {}
protocol Plugin {}
final class Invoice {}

enum Workshop {}
enum Bench {}
enum Session {}

enum Museum {
  final class Car {}
  enum Annex { final class Radio {} }
}

// Stand-ins for the types of the core, which the graph knows by their needs only.
struct Provider<Value> {}
struct Lazy<Value> {}
struct Factory<Value, each Argument> {}
