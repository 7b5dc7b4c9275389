// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Scope kinds in a circle` {
  @Test func `of one kind have a way of one step`() {
    let graph = Graph(
      module("WorkshopModule", bind(Ticket.self, .scoped(Workshop.self))),
      kinds: [Graph.ScopeKind(Workshop.self, in: Workshop.self)])
    #expect(
      graph.report.description == """
        error: [scope-cycle] the scope type 'Workshop' is its own parent, so that no scope of it can open
          WorkshopModule.swift:1:5
          Workshop -> Workshop
            Workshop   WorkshopModule.swift:1   scope of Ticket
          help: remove Parent from it: without one, a scope opens in the container
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/scope-cycle.md

        1 error
        """)
  }

  @Test func `are none where kinds are inside each other, nor where a parent is not listed`() {
    let graph = Graph(
      modules: [],
      kinds: [
        Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Bench.self, in: Workshop.self),
        Graph.ScopeKind(Session.self, in: Car.self),
      ])
    #expect(graph.found == [])
  }

  @Test func `are one finding each, however many kinds lead into them`() {
    let names = (0..<1_000).map { TypeName(text: "K\($0)") }
    var graph = Graph(bindings: [])
    // The last of every hundred leads back to the fiftieth of them.
    graph.scopeKinds = names.indices.map { place in
      Graph.ScopeKind(type: names[place], parent: place % 100 == 99 ? names[place - 49] : names[place + 1])
    }
    let found = graph.findings(.scopeCycle)
    #expect(
      found.map(\.message).sorted().prefix(2) == [
        "the scope type 'K150' is its own parent, so that no scope of it can open",
        "the scope type 'K250' is its own parent, so that no scope of it can open",
      ])
    #expect(found.map(\.path.count) == Array(repeating: 51, count: 10))
  }
}
