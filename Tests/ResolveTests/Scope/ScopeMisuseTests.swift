// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private final class Ticket: Sendable {
  let order: Order
  init(order: Order) { self.order = order }
}

@Suite struct ScopeMisuseTests {
  private let container: Container

  init() throws {
    container = try Container {
      Bind(Ticket.init).in(.scoped(Workshop.self))
      Bind { (ticket: Ticket) in Radio(frequency: Double(ticket.order.number)) }
      Opens(Bench.self)
      Opens(Yard.self)
    }
  }

  static let mistakes: [(name: String, summary: String, request: @Sendable (Container) throws -> Any)] = [
    (
      "a scoped bind outside", "[scope-not-open] 'Ticket' lives in the scope 'Workshop', which is not open here\nTicket",
      { try $0.resolve(Ticket.self) }
    ),
    (
      "an input outside", "[scope-not-open] 'Order' lives in the scope 'Workshop', which is not open here\nOrder",
      { try $0.resolve(Order.self) }
    ),
    (
      "through a transient", "[scope-not-open] 'Ticket' lives in the scope 'Workshop', which is not open here\nRadio -> Ticket",
      { try $0.resolve(Radio.self) }
    ),
    (
      "in a scope of another kind", "[scope-not-open] 'Ticket' lives in the scope 'Workshop', which is not open here\nTicket",
      { try $0.withScope(Yard.self) { try $0.resolve(Ticket.self) } }
    ),
    (
      "an inner kind without the outer one",
      "[scope-not-open] a scope 'Bench' opens inside a scope 'Workshop', and none is open here\n",
      { try $0.openScope(Bench.self) }
    ),
    (
      "an inner kind inside a foreign one",
      "[scope-not-open] a scope 'Bench' opens inside a scope 'Workshop', and none is open here\n",
      { try $0.openScope(Yard.self).openScope(Bench.self) }
    ),
    (
      "a kind that no module names", "[scope-not-open] no module declares that scopes 'ScopeMisuseTests.Unknown' are opened\n",
      { try $0.withScope(Unknown.self) { _ in } }
    ),
    (
      "a closed scope", "[closed] 'Ticket' was resolved after the scope 'Workshop' had closed\n",
      { container in
        let scope = try container.openScope(Workshop.self, Order(number: 1))
        try scope.close()
        return try scope.resolve(Ticket.self)
      }
    ),
    (
      "a scope inside a closed one", "[closed] the scope 'Bench' was opened after the scope 'Workshop' had closed\n",
      { container in
        let scope = try container.openScope(Workshop.self, Order(number: 1))
        try scope.close()
        return try scope.openScope(Bench.self)
      }
    ),
    (
      "a scope whose outer one has closed", "[closed] 'Ticket' was resolved after the scope 'Bench' had closed\n",
      { container in
        let workshop = try container.openScope(Workshop.self, Order(number: 1))
        let bench = try workshop.openScope(Bench.self)
        try workshop.close()
        #expect(bench.isClosed)
        return try bench.resolve(Ticket.self)
      }
    ),
    (
      "a scope whose container has closed", "[closed] 'Ticket' was resolved after the container had closed\n",
      { container in
        let scope = try container.openScope(Workshop.self, Order(number: 1))
        try container.close()
        return try scope.resolve(Ticket.self)
      }
    ),
    (
      "a scope of a closed container", "[closed] the scope 'Workshop' was opened after the container had closed\n",
      { container in
        try container.close()
        return try container.openScope(Workshop.self, Order(number: 1))
      }
    ),
  ]

  private enum Unknown: ScopeKind {}

  @Test(arguments: mistakes.indices) func `a scope that is not open is an error`(index: Int) throws {
    let (name, summary, request) = Self.mistakes[index]
    #expect(failure { try request(container) } == summary, "\(name)")
  }

  private enum Ouroboros: ScopeKind { typealias Parent = Ouroboros }
  private enum Hen: ScopeKind { typealias Parent = Egg }
  private enum Egg: ScopeKind { typealias Parent = Hen }
  private enum Feather: ScopeKind { typealias Parent = Hen }

  @Test func `a kind that is its own parent, directly or through others, is a finding before any opens`() {
    func findings(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> [String] {
      Container.check(InlineModule("kinds", bindings)).diagnostics.map { finding in
        "\(finding.id): \(finding.message)\n\(finding.path.map(\.key).joined(separator: " -> "))"
      }
    }
    #expect(
      findings { Opens(Ouroboros.self) } == [
        """
        scope-cycle: the scope type 'ScopeMisuseTests.Ouroboros' is its own parent, so that no scope of it can open
        ScopeMisuseTests.Ouroboros -> ScopeMisuseTests.Ouroboros
        """
      ])
    #expect(
      findings { Bind { 1 }.in(.scoped(Feather.self)) } == [
        """
        scope-cycle: the scope type 'ScopeMisuseTests.Egg' is its own parent, so that no scope of it can open
        ScopeMisuseTests.Egg -> ScopeMisuseTests.Hen -> ScopeMisuseTests.Egg
        """
      ])
    #expect(
      findings { Bind { 1 }.in(.scoped(ContainerScope.self)) } == [
        "scope-cycle: 'ContainerScope' stands for the container, and is no scope type that opens\n"
      ])
  }
}
