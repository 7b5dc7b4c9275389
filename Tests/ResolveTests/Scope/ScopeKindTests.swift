// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private final class Ticket: Sendable {
  let order: Order
  init(order: Order) { self.order = order }
}

private final class Job: Sendable {
  let ticket: Ticket
  let tool: Tool
  init(ticket: Ticket, tool: Tool) {
    self.ticket = ticket
    self.tool = tool
  }
}

private struct Tool: Sendable, Equatable { let name: String }

private enum Drawer: ScopeKind {
  typealias Parent = Bench
  typealias Input = Inputs<Tool, Int>
}

/// Lives as long as the container, and asks for the ticket of whoever calls it.
private final class Foreman: Sendable {
  let ticket: Provider<Ticket>
  init(ticket: Provider<Ticket>) { self.ticket = ticket }
}

private struct WorkshopModule: Module {
  var bindings: Bindings {
    Bind(Ticket.init).in(.scoped(Workshop.self))
    Bind { (ticket: Ticket) in "bench \(ticket.order.number)" }.in(.scoped(Bench.self))
    Bind(Job.init).in(.scoped(Drawer.self))
    Bind(Foreman.init).in(.singleton)
    Bind(Wheel.init).in(.singleton)
    Bind { (ticket: Ticket) in Radio(frequency: Double(ticket.order.number)) }
    Opens(Yard.self)
  }
}

@Suite struct ScopeKindTests {
  private let container: Container

  init() throws { container = try Container(WorkshopModule()) }

  @Test func `a scope has one instance of its own`() throws {
    let first = try container.openScope(Workshop.self, Order(number: 1))
    let second = try container.openScope(Workshop.self, Order(number: 2))
    #expect(try first.resolve(Ticket.self) === first.resolve(Ticket.self))
    #expect(try first.resolve(Ticket.self) !== second.resolve(Ticket.self))
    #expect(try second.resolve(Ticket.self).order == Order(number: 2))
  }

  @Test func `an input can be needed and resolved by its type`() throws {
    try container.withScope(Workshop.self, Order(number: 7)) { (scope) throws in
      #expect(try scope.resolve(Order.self) == Order(number: 7))
      #expect(try scope.resolve(Radio.self).frequency == 7)
      #expect(try scope.resolve(Provider<Order>.self)() == Order(number: 7))
    }
  }

  @Test func `a scope sees the singletons of its container`() throws {
    let wheel = try container.resolve(Wheel.self)
    try container.withScope(Yard.self) { (scope) throws in #expect(try scope.resolve(Wheel.self) === wheel) }
  }

  @Test func `kinds nest, and an inner scope sees what the outer ones hold`() throws {
    try container.withScope(Workshop.self, Order(number: 3)) { (workshop) throws in
      let ticket = try workshop.resolve(Ticket.self)
      try workshop.withScope(Bench.self) { (bench) throws in
        #expect(try bench.resolve(String.self) == "bench 3")
        #expect(try bench.resolve(Ticket.self) === ticket)
        try bench.withScope(Drawer.self, Tool(name: "hammer"), 5) { (drawer) throws in
          let job = try drawer.resolve(Job.self)
          #expect(job.ticket === ticket)
          #expect(job.tool == Tool(name: "hammer"))
          #expect(try drawer.resolve(Int.self) == 5)
          #expect(try drawer.resolve(Job.self) === job)
        }
      }
    }
  }

  @Test func `an outer instance that is first asked for inside belongs to the outer scope`() throws {
    try container.withScope(Workshop.self, Order(number: 3)) { (workshop) throws in
      let ticket = try workshop.withScope(Bench.self) { try $0.resolve(Ticket.self) }
      #expect(try workshop.resolve(Ticket.self) === ticket)
      #expect(try workshop.withScope(Bench.self) { try $0.resolve(Ticket.self) } === ticket)
    }
  }

  @Test func `a singleton asks the current scope through its provider`() throws {
    let foreman = try container.resolve(Foreman.self)
    for number in 1...2 {
      try container.withScope(Workshop.self, Order(number: number)) { (scope) throws in
        #expect(try foreman.ticket.make() === scope.resolve(Ticket.self))
        #expect(try foreman.ticket.make().order.number == number)
      }
    }
    #expect(
      failure { try foreman.ticket.make() } == """
        [scope-not-open] 'Ticket' lives in the scope 'Workshop', which is not open here
        Ticket
        """)
  }

  @Test func `a scope that is opened by hand is the current one for nobody`() throws {
    let foreman = try container.resolve(Foreman.self)
    let scope = try container.openScope(Workshop.self, Order(number: 1))
    #expect(failure { try foreman.ticket.make() }.hasPrefix("[scope-not-open]"))
    #expect(try scope.resolve(Ticket.self).order.number == 1)
    try scope.close()
  }

  @Test func `a factory may open a scope, inside the one it runs in`() throws {
    let container = try Container {
      WorkshopModule()
      Bind { (resolver: any Resolver) in
        try resolver.withScope(Bench.self) { try Road(name: $0.resolve(String.self)) }
      }
    }
    try container.withScope(Workshop.self, Order(number: 9)) { (scope) throws in
      #expect(try scope.resolve(Road.self).name == "bench 9")
    }
  }

  @Test func `graph instances of two scopes are kept apart`() throws {
    let container = try Container {
      Bind(Ticket.init).in(.scoped(Workshop.self))
      Bind { (ticket: Ticket) in [ticket.order.number] }.in(.graph)
      Bind { (resolver: any Resolver) in
        try (1...3).map { number in
          try resolver.withScope(Workshop.self, Order(number: number)) { "\(try $0.resolve([Int].self))" }
        }
      }
    }
    #expect(try container.resolve([String].self) == ["[1]", "[2]", "[3]"])
  }

  @Test func `the scope of another container is never looked into`() throws {
    let other = try Container {
      Bind { "other" }.in(.scoped(Workshop.self))
      Bind { 5 }.in(.scoped(Workshop.self))
      Bind(Wheel.init).in(.scoped(Workshop.self))
    }
    let child = try container.child { Bind { 5 }.in(.scoped(Workshop.self)) }
    try container.withScope(Workshop.self, Order(number: 1)) { (scope) throws in
      _ = try scope.resolve(Ticket.self)
      for request in [{ _ = try other.resolve(Wheel.self) }, { _ = try other.resolve(String.self) }] as [() throws -> Void] {
        #expect(failure(request).hasPrefix("[scope-not-open]"))
      }
      // The parent's scope has no place for what the child declares.
      #expect(failure { try child.resolve(Int.self) }.hasPrefix("[scope-not-open]"))
    }
    try child.withScope(Workshop.self, Order(number: 2)) { (scope) throws in
      #expect(try scope.resolve(Int.self) == 5)
      #expect(try child.resolve(Foreman.self).ticket.make() === scope.resolve(Ticket.self))
    }
  }

  @Test func `a scope may be closed again, and says that it is`() throws {
    let scope = try container.openScope(Yard.self)
    #expect(!scope.isClosed)
    try scope.close()
    try scope.close()
    #expect(scope.isClosed)
  }

  @Test func `inputs that nothing tells apart are a finding that says that they are inputs`() {
    enum Twice: ScopeKind { typealias Input = Inputs<Int, Int> }
    enum Inner: ScopeKind {
      typealias Parent = Workshop
      typealias Input = Inputs<Order>
    }
    func messages(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> [String] {
      Container.check(InlineModule("inputs", bindings)).diagnostics.map { "\($0.id): \($0.message)" }
    }
    #expect(
      messages { Opens(Twice.self) } == [
        "duplicate-binding: the scope type 'ScopeKindTests.Twice' takes 2 inputs of the type 'Int': nothing tells them apart"
      ])
    #expect(
      messages { Opens(Inner.self) } == [
        "duplicate-binding: 'Order' is an input of Workshop and of ScopeKindTests.Inner: nothing says which one is meant"
      ])
    #expect(
      messages {
        Bind { Order(number: 1) }
        Bind(Ticket.init).in(.scoped(Workshop.self))
      } == ["duplicate-binding: 'Order' is bound, and is an input of Workshop: nothing says which one is meant"])
  }
}
