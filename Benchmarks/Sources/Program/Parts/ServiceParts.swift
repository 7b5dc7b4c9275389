// SPDX-License-Identifier: Apache-2.0

// Every class stores what it is given, and counts itself.

package protocol Service: Sendable {}

package final class Clock: Service { init() { Tally.now.made += 1 } }
package final class Store: Sendable { init() { Tally.now.made += 1 } }
package final class Log: Sendable { init() { Tally.now.made += 1 } }

package final class Ticket: Sendable { init() { Tally.now.made += 1 } }

/// One singleton and one transient.
package final class Combined: Sendable {
  let clock: Clock
  let ticket: Ticket
  package init(clock: Clock, ticket: Ticket) {
    (self.clock, self.ticket) = (clock, ticket)
    Tally.now.made += 1
  }
}

package final class Watch: Sendable {
  let clock: Clock
  package init(clock: Clock) {
    self.clock = clock
    Tally.now.made += 1
  }
}

package final class Shelf: Sendable {
  let store: Store
  package init(store: Store) {
    self.store = store
    Tally.now.made += 1
  }
}

package final class Diary: Sendable {
  let log: Log
  package init(log: Log) {
    self.log = log
    Tally.now.made += 1
  }
}

/// Three singletons, and three transients that each take one of them.
package final class Complex: Sendable {
  let clock: Clock, store: Store, log: Log
  let watch: Watch, shelf: Shelf, diary: Diary
  package init(clock: Clock, store: Store, log: Log, watch: Watch, shelf: Shelf, diary: Diary) {
    (self.clock, self.store, self.log) = (clock, store, log)
    (self.watch, self.shelf, self.diary) = (watch, shelf, diary)
    Tally.now.made += 1
  }
}

/// Two arguments and two needs.
package final class Invoice: Sendable {
  let title: String
  let page: Int
  let clock: Clock
  let ticket: Ticket
  package init(title: String, page: Int, clock: Clock, ticket: Ticket) {
    (self.title, self.page, self.clock, self.ticket) = (title, page, clock, ticket)
    Tally.now.made += 1
  }
}
