// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Unfilled inputs` {
  private static let kinds = [
    Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Bench.self, in: Workshop.self), Graph.ScopeKind(Session.self),
  ]

  private static func graph(_ scope: Graph.Scope, roots: [Any.Type] = []) -> Graph {
    Graph(
      modules: [module("CarModule", bind(Ticket.self, scope, .of(Order.self)), input(Order.self, of: Workshop.self))],
      roots: roots, kinds: kinds)
  }

  @Test func `are needed from a kind of scope that has none`() {
    #expect(Self.graph(.scoped(Session.self)).found == ["unfilled-input"])
  }

  @Test(arguments: [Graph.Scope.scoped(Workshop.self), .scoped(Bench.self), .transient, .graph])
  func `are filled in their scope, inside it, and where the scope is not decided`(scope: Graph.Scope) {
    #expect(Self.graph(scope).found == [])
  }

  @Test(arguments: [Graph.Scope.transient, .graph])
  func `are filled for a root, which may be asked for inside the scope`(scope: Graph.Scope) {
    #expect(Self.graph(scope, roots: [Ticket.self]).found == [])
  }

  @Test func `are filled for a root that is scoped itself`() {
    #expect(Self.graph(.scoped(Workshop.self), roots: [Ticket.self]).found == [])
  }

  @Test func `do not count where they are asked for later`() {
    let graph = Graph(
      module("CarModule", bind(Ticket.self, .transient, .provider(Order.self)), input(Order.self, of: Workshop.self)),
      roots: [Ticket.self], kinds: Self.kinds)
    #expect(graph.found == [])
  }

  @Test func `are not told as captives too`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .scoped(Session.self), .of(Order.self)), input(Order.self, of: Workshop.self)),
      kinds: Self.kinds)
    #expect(graph.found == ["unfilled-input"])
  }
}
