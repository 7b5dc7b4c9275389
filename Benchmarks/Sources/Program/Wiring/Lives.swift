// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// What happens once in the life of an instance, a container or a scope: it is made, it is asked for the first time, it is closed.
package enum Lives {
  /// So many singletons by name that nobody has asked for yet, each with two needs: a singleton that is there, and a transient.
  package static func untouched(_ count: Int) throws -> Container {
    try touched {
      for number in 0..<count { Bind(Combined.init).named("\(number)").in(.singleton) }
    }
  }

  /// The same with an asynchronous factory.
  package static func untouchedAsync(_ count: Int) throws -> Container {
    try touched {
      for number in 0..<count {
        Bind { (clock: Clock, ticket: Ticket) async in Combined(clock: clock, ticket: ticket) }.named("\(number)").in(.singleton)
      }
    }
  }

  private static func touched(@BindingsBuilder _ binds: () -> Bindings) throws -> Container {
    let binds = binds()
    let container = try Container {
      Bind(Clock.init).in(.singleton)
      Bind(Ticket.init)
      binds
    }
    _ = try container.resolve(Clock.self)
    return container
  }

  /// Five binds that close what they make.
  package static func hooked() throws -> Container {
    try Container {
      Bind(Session.init).in(.singleton).onClose { $0.close() }
      Bind(Identity.init).in(.singleton).onClose { $0.close() }
      Bind(Cart.init).in(.singleton).onClose { $0.close() }
      Bind(Transaction.init).in(.singleton).onClose { $0.close() }
      Bind(Trace.init).in(.singleton).onClose { $0.close() }
    }
  }

  /// A container whose five singletons are there and have to be closed.
  package static func closing() throws -> Container {
    let container = try hooked()
    _ = try (container.resolve(Session.self), container.resolve(Identity.self), container.resolve(Cart.self))
    _ = try (container.resolve(Transaction.self), container.resolve(Trace.self))
    return container
  }

  /// 100 binds, each for a class of its own: half of them need two of the others.
  package static func hundred() throws -> Container {
    try Container {
      ten(D0.self)
      ten(D1.self)
      ten(D2.self)
      ten(D3.self)
      ten(D4.self)
      ten(D5.self)
      ten(D6.self)
      ten(D7.self)
      ten(D8.self)
      ten(D9.self)
    }
  }

  @BindingsBuilder private static func ten<Ten: Sendable>(_: Ten.Type) -> Bindings {
    Bind(Leaf<Ten, D0>.init).in(.singleton)
    Bind(Leaf<Ten, D1>.init).in(.singleton)
    Bind(Leaf<Ten, D2>.init).in(.singleton)
    Bind(Leaf<Ten, D3>.init).in(.singleton)
    Bind(Leaf<Ten, D4>.init).in(.singleton)
    Bind(Branch<Ten, D0>.init)
    Bind(Branch<Ten, D1>.init)
    Bind(Branch<Ten, D2>.init)
    Bind(Branch<Ten, D3>.init)
    Bind(Branch<Ten, D4>.init)
  }

  private enum D0 {}
  private enum D1 {}
  private enum D2 {}
  private enum D3 {}
  private enum D4 {}
  private enum D5 {}
  private enum D6 {}
  private enum D7 {}
  private enum D8 {}
  private enum D9 {}

  private final class Leaf<Ten: Sendable, One: Sendable>: Sendable {}

  private final class Branch<Ten: Sendable, One: Sendable>: Sendable {
    let leaf: Leaf<Ten, One>
    let first: Leaf<Ten, D0>
    init(leaf: Leaf<Ten, One>, first: Leaf<Ten, D0>) { (self.leaf, self.first) = (leaf, first) }
  }
}
