// SPDX-License-Identifier: Apache-2.0

// A request: a controller with five repositories, each of which takes one singleton and the same five objects of the request.

package final class Session: Sendable {
  package init() { Tally.now.made += 1 }
  package func close() { Tally.now.closed += 1 }
}

package final class Identity: Sendable {
  package init() { Tally.now.made += 1 }
  package func close() { Tally.now.closed += 1 }
}

package final class Cart: Sendable {
  package init() { Tally.now.made += 1 }
  package func close() { Tally.now.closed += 1 }
}

package final class Transaction: Sendable {
  package init() { Tally.now.made += 1 }
  package func close() { Tally.now.closed += 1 }
}

package final class Trace: Sendable {
  package init() { Tally.now.made += 1 }
  package func close() { Tally.now.closed += 1 }
}

package final class Users: Sendable {
  let clock: Clock
  let session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace
  package init(clock: Clock, session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace) {
    (self.clock, self.session, self.identity) = (clock, session, identity)
    (self.cart, self.transaction, self.trace) = (cart, transaction, trace)
    Tally.now.made += 1
  }
}

package final class Orders: Sendable {
  let clock: Clock
  let session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace
  package init(clock: Clock, session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace) {
    (self.clock, self.session, self.identity) = (clock, session, identity)
    (self.cart, self.transaction, self.trace) = (cart, transaction, trace)
    Tally.now.made += 1
  }
}

package final class Items: Sendable {
  let clock: Clock
  let session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace
  package init(clock: Clock, session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace) {
    (self.clock, self.session, self.identity) = (clock, session, identity)
    (self.cart, self.transaction, self.trace) = (cart, transaction, trace)
    Tally.now.made += 1
  }
}

package final class Prices: Sendable {
  let clock: Clock
  let session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace
  package init(clock: Clock, session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace) {
    (self.clock, self.session, self.identity) = (clock, session, identity)
    (self.cart, self.transaction, self.trace) = (cart, transaction, trace)
    Tally.now.made += 1
  }
}

package final class Stocks: Sendable {
  let clock: Clock
  let session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace
  package init(clock: Clock, session: Session, identity: Identity, cart: Cart, transaction: Transaction, trace: Trace) {
    (self.clock, self.session, self.identity) = (clock, session, identity)
    (self.cart, self.transaction, self.trace) = (cart, transaction, trace)
    Tally.now.made += 1
  }
}

/// What a request brings along.
package struct Call: Sendable {
  let number: Int
  package init(number: Int) { self.number = number }
}

package final class Controller: Sendable {
  let call: Call
  let users: Users, orders: Orders, items: Items, prices: Prices, stocks: Stocks
  package init(call: Call, users: Users, orders: Orders, items: Items, prices: Prices, stocks: Stocks) {
    (self.call, self.users, self.orders, self.items) = (call, users, orders, items)
    (self.prices, self.stocks) = (prices, stocks)
    Tally.now.made += 1
  }
}
