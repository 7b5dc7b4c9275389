// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A request from a dictionary of closures, with a second dictionary for what it made.
package struct RequestClosures: Sendable {
  package typealias Maker = @Sendable (Open) -> AnyObject
  fileprivate var makers: [ObjectIdentifier: Maker] = [:]
  private let clock = OnceBox<Clock>()

  package final class Open: Sendable {
    private let closures: RequestClosures
    let call: Call
    private let state = Mutex(State())

    private struct State {
      package var made: [ObjectIdentifier: any AnyObject & Sendable] = [:]
      package var closing: [@Sendable () -> Void] = []
    }

    fileprivate init(_ closures: RequestClosures, _ call: Call) { (self.closures, self.call) = (closures, call) }

    package func callAsFunction<Value: AnyObject>(_ type: Value.Type = Value.self) -> Value {
      guard let value = closures.makers[ObjectIdentifier(type)]?(self) as? Value else {
        preconditionFailure("nothing makes \(type)")
      }
      return value
    }

    /// Made under the lock, which is right only because nothing in a request that is shared takes something else that is.
    package func shared<Value: AnyObject & Sendable>(_ make: () -> Value, _ close: @escaping @Sendable (Value) -> Void) -> Value {
      state.withLock { state in
        if let value = state.made[ObjectIdentifier(Value.self)] as? Value { return value }
        let value = make()
        state.made[ObjectIdentifier(Value.self)] = value
        state.closing.append { close(value) }
        return value
      }
    }

    fileprivate func close() {
      let closing = state.withLock { state in
        defer { state.closing = [] }
        return state.closing
      }
      for close in closing.reversed() { close() }
    }
  }

  package init() {
    let clock = clock
    bind { _ in clock.get { Clock() } }
    bind { $0.shared(Session.init) { $0.close() } }
    bind { $0.shared(Identity.init) { $0.close() } }
    bind { $0.shared(Cart.init) { $0.close() } }
    bind { $0.shared(Transaction.init) { $0.close() } }
    bind { $0.shared(Trace.init) { $0.close() } }
    bind { Users(clock: $0(), session: $0(), identity: $0(), cart: $0(), transaction: $0(), trace: $0()) }
    bind { Orders(clock: $0(), session: $0(), identity: $0(), cart: $0(), transaction: $0(), trace: $0()) }
    bind { Items(clock: $0(), session: $0(), identity: $0(), cart: $0(), transaction: $0(), trace: $0()) }
    bind { Prices(clock: $0(), session: $0(), identity: $0(), cart: $0(), transaction: $0(), trace: $0()) }
    bind { Stocks(clock: $0(), session: $0(), identity: $0(), cart: $0(), transaction: $0(), trace: $0()) }
    bind { Controller(call: $0.call, users: $0(), orders: $0(), items: $0(), prices: $0(), stocks: $0()) }
  }

  private mutating func bind<Value: AnyObject>(_ make: @escaping @Sendable (Open) -> Value) {
    makers[ObjectIdentifier(Value.self)] = make
  }

  package func with(_ call: Call, _ body: (Open) throws -> Void) rethrows {
    let request = Open(self, call)
    defer { request.close() }
    try body(request)
  }
}
