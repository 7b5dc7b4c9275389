// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization

enum Scopes: Guide {
  static let page = "Guides/Scopes"

  /// Hooks are `Sendable`, so what they print is behind a lock.
  private static let paper = Mutex<[String]>([])

  static func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    paper.withLock { $0.append(line) }
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

  final class Repair: Sendable {
    let ticket: Ticket

    init(ticket: Ticket) { self.ticket = ticket }
  }

  struct BenchModule: Module {
    var bindings: Bindings {
      Include(WorkshopModule())
      Bind(Repair.init).in(.scoped(Bench.self))
    }
  }

  final class Wheel: Sendable { init() {} }
  final class Archive: Sendable { init(ticket: Ticket) {} }

  enum Wrong {
    #sourceLocation(file:"CarModule.swift",line:1)
    struct CarModule: Module {
      var bindings: Bindings {
        Bind(Archive.init).in(.singleton)
        Bind(Ticket.init).in(.scoped(Workshop.self))
      }
    }
    #sourceLocation()
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

  static func printed() throws -> [String] {
    let container = try Container(WorkshopModule())
    try container.withScope(Workshop.self, Order(number: 7)) { workshop in
      let ticket = try workshop.resolve(Ticket.self)
      let again = try workshop.resolve(Ticket.self)
      print(ticket === again, ticket.order.number)  // true 7
    }  // done: 7
    let shop = try Container(WorkshopModule())
    let late = try shop.openScope(Workshop.self, Order(number: 9))
    _ = try late.resolve(Ticket.self)
    try shop.close()  // done: 9
    let benches = try Container(BenchModule())
    try benches.withScope(Workshop.self, Order(number: 8)) { workshop in
      let ticket = try workshop.resolve(Ticket.self)
      try workshop.withScope(Bench.self) { bench in
        print(try bench.resolve(Repair.self).ticket === ticket)  // true
      }
    }  // done: 8
    let pooled = try Container { Bind(Wheel.init).in(.custom(Pool(size: 2))) }
    let wheels = try (1...4).map { _ in try pooled.resolve(Wheel.self) }
    print(wheels[0] === wheels[1], wheels[0] === wheels[2], wheels[1] === wheels[3])  // false true true
    return paper.withLock { $0 }
  }

  static func messages() throws -> [String] {
    let findings = Container.check(Wrong.CarModule()).errors
    return [shown(findings, in: "Scopes.Wrong").replacing("Scopes.", with: "")]
  }
}
