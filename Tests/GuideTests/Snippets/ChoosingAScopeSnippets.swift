// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization
internal import Testing

enum ChoosingAScope {
  private static let printed = Mutex<[String]>([])

  static func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    printed.withLock { $0.append(line) }
  }

  struct Order: Sendable {
    let number: Int
  }

  enum Workshop: ScopeKind {
    typealias Input = Inputs<Order>
  }

  final class Ticket: Sendable {
    let order: Order

    init(order: Order) { self.order = order }
  }

  struct WorkshopModule: Module {
    var bindings: Bindings {
      Bind(Ticket.init).in(.scoped(Workshop.self)).onClose { print("done:", $0.order.number) }
    }
  }

  enum Bench: ScopeKind {
    typealias Parent = Workshop
  }

  struct WrongModule: Module {
    var bindings: Bindings {
      Bind(Archive.init).in(.singleton)
      Bind(Ticket.init).in(.scoped(Workshop.self))
    }
  }

  final class Archive: Sendable {
    init(ticket: Ticket) {}
  }

  struct Pool: CustomScope {
    let size: Int

    func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { PoolStorage<Value>(size: size) }
  }

  final class PoolStorage<Value: Sendable>: ScopeStorage {
    private struct State {
      var values: [Value] = []
      var next = 0
    }

    private let state = Mutex(State())
    private let size: Int

    init(size: Int) { self.size = size }

    func instance(_ make: () throws -> Value) throws -> Value {
      let pooled = state.withLock { state -> Value? in
        guard state.values.count == size else { return nil }
        defer { state.next = (state.next + 1) % size }
        return state.values[state.next]
      }
      if let pooled { return pooled }
      let made = try make()
      state.withLock { if $0.values.count < size { $0.values.append(made) } }
      return made
    }
  }

  @Test static func `a workshop is open for one order`() throws {
    let container = try Container(WorkshopModule())
    try container.withScope(Workshop.self, Order(number: 7)) { workshop in
      let ticket = try workshop.resolve(Ticket.self)
      let again = try workshop.resolve(Ticket.self)
      print(ticket === again, ticket.order.number)  // true 7
    }
    #expect(printed.withLock { $0 } == ["true 7", "done: 7"])
  }

  @Test static func `a singleton may not hold a ticket`() throws {
    try Page("Guides/ChoosingAScope").expectMessage(Container.check(WrongModule()).errors)
  }

  @Test static func `a pool hands out its instances in turn`() throws {
    let container = try Container {
      Bind(Ticket.init).in(.custom(Pool(size: 2))); Bind { Order(number: 1) }
    }
    let tickets = try (1...4).map { _ in try container.resolve(Ticket.self) }
    #expect(tickets[0] !== tickets[1])
    #expect(tickets[2] === tickets[0])
    #expect(tickets[3] === tickets[1])
  }
}
