// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailComponents
internal import DovetailNames

/// `singleton`, `transient`, `combined`, `complex`, `factory` and `named`: a few objects, some of them shared.
package enum Services {
  /// Wired by hand: one object that makes the others when they are asked for.
  package final class Hand: Sendable {
    private let onceClock = Once<Clock>()
    private let onceStore = Once<Store>()
    private let onceLog = Once<Log>()

    package init() {}

    package var clock: Clock { onceClock.get { Clock() } }
    package var store: Store { onceStore.get { Store() } }
    package var log: Log { onceLog.get { Log() } }
    package var awaitedClock: Clock { get async { clock } }
    package var service: any Service { clock }
    package var ticket: Ticket { Ticket() }
    package var combined: Combined { Combined(clock: clock, ticket: ticket) }
    package var watch: Watch { Watch(clock: clock) }
    package var shelf: Shelf { Shelf(store: store) }
    package var diary: Diary { Diary(log: log) }
    package var complex: Complex { Complex(clock: clock, store: store, log: log, watch: watch, shelf: shelf, diary: diary) }

    package func invoice(title: String, page: Int) -> Invoice { Invoice(title: title, page: page, clock: clock, ticket: ticket) }
  }

  package static func closures() -> Closures {
    Closures { bind in
      bind.single { _ in Clock() }
      bind.single { _ in Store() }
      bind.single { _ in Log() }
      bind.bind((any Service).self) { closures in closures(Clock.self) }
      bind.bind { _ in Ticket() }
      bind.bind { closures in Combined(clock: closures(), ticket: closures()) }
      bind.bind { closures in Watch(clock: closures()) }
      bind.bind { closures in Shelf(store: closures()) }
      bind.bind { closures in Diary(log: closures()) }
      bind.bind { closures in
        Complex(
          clock: closures(), store: closures(), log: closures(), watch: closures(), shelf: closures(), diary: closures())
      }
      bind.bind { closures -> @Sendable (String, Int) -> Invoice in
        { Invoice(title: $0, page: $1, clock: closures(), ticket: closures()) }
      }
      bind.single(named: "second") { _ in Clock() }
    }
  }

  package static func container() throws -> Container {
    try Container {
      Bind(Clock.init).in(.singleton)
      Bind(Store.init).in(.singleton)
      Bind(Log.init).in(.singleton)
      Bind((any Service).self) { (clock: Clock) in clock }.in(.singleton)
      Bind(Ticket.init)
      Bind(Combined.init)
      Bind(Watch.init)
      Bind(Shelf.init)
      Bind(Diary.init)
      Bind(Complex.init)
      Bind(Invoice.init).arguments(String.self, Int.self)
      Bind { (invoice: Factory<Invoice, String, Int>) in Office(invoice: invoice) }
      Bind(Clock.init).named(.second).in(.singleton)
      NamedBind("clock") { _ in Clock() }.in(.singleton)
    }
  }

  /// Somebody who makes reports all day.
  package struct Office: Sendable {
    package let invoice: Factory<Invoice, String, Int>
  }

  /// As the guide *Components* writes it: every member can be overridden.
  package final class Members: Component, Sendable {
    package let instances = Instances()

    package init() {}

    package var clock: Clock { single { Clock() } }
    package var store: Store { single { Store() } }
    package var log: Log { single { Log() } }
    package var service: any Service { single((any Service).self) { clock } }
    package var ticket: Ticket { transient { Ticket() } }
    package var combined: Combined { transient { Combined(clock: clock, ticket: ticket) } }
    package var watch: Watch { transient { Watch(clock: clock) } }
    package var shelf: Shelf { transient { Shelf(store: store) } }
    package var diary: Diary { transient { Diary(log: log) } }
    package var complex: Complex {
      transient { Complex(clock: clock, store: store, log: log, watch: watch, shelf: shelf, diary: diary) }
    }

    package func invoice(title: String, page: Int) -> Invoice {
      transient { Invoice(title: title, page: page, clock: clock, ticket: ticket) }
    }
  }

  /// As members on a hot path are written: what is shared lies in cells, and nothing is looked up or overridden.
  package final class Cells: Component, Sendable {
    package let instances = Instances()
    private let clockCell = Shared<Clock>()
    private let storeCell = Shared<Store>()
    private let logCell = Shared<Log>()

    package init() {}

    package var clock: Clock { clockCell.get { Clock() } }
    package var store: Store { storeCell.get { Store() } }
    package var log: Log { logCell.get { Log() } }
    package var service: any Service { clock }
    package var ticket: Ticket { Ticket() }
    package var combined: Combined { Combined(clock: clock, ticket: ticket) }
    package var watch: Watch { Watch(clock: clock) }
    package var shelf: Shelf { Shelf(store: store) }
    package var diary: Diary { Diary(log: log) }
    package var complex: Complex { Complex(clock: clock, store: store, log: log, watch: watch, shelf: shelf, diary: diary) }

    package func invoice(title: String, page: Int) -> Invoice { Invoice(title: title, page: page, clock: clock, ticket: ticket) }
  }
}

extension Key<Clock> {
  package static var second: Self { Self(named: "second") }
}
