// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailComponents
internal import Synchronization

/// `request` and `scope`: what a server does for every request.
package enum Requests {
  package enum Kind: ScopeKind {
    package typealias Input = Inputs<Call>
  }

  package static func container() throws -> Container {
    try Container {
      Bind(Clock.init).in(.singleton)
      Bind(Session.init).in(.scoped(Kind.self)).onClose { $0.close() }
      Bind(Identity.init).in(.scoped(Kind.self)).onClose { $0.close() }
      Bind(Cart.init).in(.scoped(Kind.self)).onClose { $0.close() }
      Bind(Transaction.init).in(.scoped(Kind.self)).onClose { $0.close() }
      Bind(Trace.init).in(.scoped(Kind.self)).onClose { $0.close() }
      Bind(Users.init)
      Bind(Orders.init)
      Bind(Items.init)
      Bind(Prices.init)
      Bind(Stocks.init)
      Bind(Controller.init)
    }
  }

  /// A component for each request, whose parent is the one of the program.
  package final class Members: Component, Sendable {
    package let instances = Instances()
    let app: App
    let call: Call

    package init(_ app: App, _ call: Call) { (self.app, self.call) = (app, call) }

    package var session: Session { single(onClose: { $0.close() }) { Session() } }
    package var identity: Identity { single(onClose: { $0.close() }) { Identity() } }
    package var cart: Cart { single(onClose: { $0.close() }) { Cart() } }
    package var transaction: Transaction { single(onClose: { $0.close() }) { Transaction() } }
    package var trace: Trace { single(onClose: { $0.close() }) { Trace() } }
    package var users: Users {
      transient {
        Users(clock: app.clock, session: session, identity: identity, cart: cart, transaction: transaction, trace: trace)
      }
    }
    package var orders: Orders {
      transient {
        Orders(clock: app.clock, session: session, identity: identity, cart: cart, transaction: transaction, trace: trace)
      }
    }
    package var items: Items {
      transient {
        Items(clock: app.clock, session: session, identity: identity, cart: cart, transaction: transaction, trace: trace)
      }
    }
    package var prices: Prices {
      transient {
        Prices(clock: app.clock, session: session, identity: identity, cart: cart, transaction: transaction, trace: trace)
      }
    }
    package var stocks: Stocks {
      transient {
        Stocks(clock: app.clock, session: session, identity: identity, cart: cart, transaction: transaction, trace: trace)
      }
    }
    package var controller: Controller {
      transient {
        Controller(call: call, users: users, orders: orders, items: items, prices: prices, stocks: stocks)
      }
    }
  }

  package final class App: Component, Sendable {
    package let instances = Instances()

    package init() {}
    package var clock: Clock { single { Clock() } }
  }
}
