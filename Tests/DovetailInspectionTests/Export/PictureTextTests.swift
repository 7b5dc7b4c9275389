// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import DovetailInspection
internal import GraphSketches
internal import Testing
internal import TestSupport

@Suite struct `A picture as text` {
  private static let garage = Graph(
    module(
      "CarModule",
      bind(Car.self, .singleton, .of((any Engine).self), .provider(Wheel.self), .all((any Plugin).self), .of(Logbook.self)),
      bind((any Engine).self, .singleton), decorate((any Engine).self, .of(Meter.self)), bind(Meter.self), bind(Wheel.self),
      bind((any Plugin).self, .transient, .of(Meter.self)).contributing(as: "log")),
    module(
      "WorkshopModule", bind(Shelf.self, .singleton, .of(Ticket.self)).opaque, bind(Ticket.self, .scoped(Workshop.self)),
      bind(Radio.self).hidden, bind(Order.self, .transient, .of(Printer.self)), bind(Printer.self, .transient, .of(Order.self))),
    roots: [Car.self], kinds: [Graph.ScopeKind(Workshop.self)])

  private static var observed: Graph {
    var graph = garage
    graph.observed = [Graph.ObservedEdge(from: 6, to: 4)]
    return graph
  }

  @Test func `can be read by Graphviz`() throws { try Golden.diagnostics.expect(Self.observed.dot(), is: "picture-dot") }

  @Test func `can be read by Mermaid`() throws { try Golden.diagnostics.expect(Self.observed.mermaid(), is: "picture-mermaid") }

  @Test func `keeps hostile names in their places`() throws {
    try Golden.diagnostics.expect(HostileNames.graph.dot(), is: "hostile-dot")
    try Golden.diagnostics.expect(HostileNames.graph.mermaid(), is: "hostile-mermaid")
    try Golden.diagnostics.expect(HostileNames.graph.textTree(), is: "hostile-tree")
  }

  @Test func `has names of any length, in strings that Graphviz can read`() {
    let name = String(repeating: "&", count: 4001)
    let graph = Graph(bindings: [Graph.Binding(key: Graph.Key(type: TypeName(text: name)))], roots: [Graph.Need]())
    let part = String(repeating: "&amp;", count: 2000)
    #expect(graph.dot().contains("n0 [label=\"\(part)\" + \"\(part)\" + \"&amp;\\ntransient\"];\n"))
  }

  @Test func `of a graph that was observed as a whole says so once`() {
    let graph = Graph(
      modules: [Graph.Module(name: TypeName(text: "Workplace"))],
      bindings: ["Car", "Wheel"].map { Graph.Binding(key: Graph.Key(type: TypeName(text: $0)), isAsync: $0 == "Wheel") },
      roots: [Graph.Need](), observed: [Graph.ObservedEdge(from: 0, to: 1)], isObserved: true)
    #expect(
      graph.mermaid() == """
        flowchart LR
          %% as it was observed so far
          subgraph m0["Workplace"]
            n0["Car<br/>transient"]
            n1["Wheel<br/>transient, async"]
          end
          n0 --> n1

        """)
    #expect(graph.dot().contains("  label=\"as it was observed so far\";\n"))
    #expect(graph.dot().hasSuffix("  n0 -> n1;\n}\n"))
  }

  @Test func `names external and asynchronous binds, actors and arguments`() {
    let binding = Graph.Binding(
      key: Graph.Key(type: TypeName(text: "Car")), arguments: [TypeName(text: "String"), TypeName(text: "Int")],
      isPrivate: true, isAsync: true, isExternal: true, isolation: "MainActor",
      location: SourceLocation(file: "App/Cars.swift", line: 3, column: 9))
    let graph = Graph(bindings: [binding], roots: [Graph.Need]())
    let words = "transient, private, external, async, on MainActor, with (String, Int)"
    #expect(graph.mermaid().contains("n0[\"Car<br/>\(words)\"]"))
    #expect(graph.dot().contains("label=\"Car\\n\(words)\""))
    #expect(graph.textTree() == "Car  transient  Cars.swift:3  external  async  on MainActor  with (String, Int)  private")
  }

  @Test func `shows a name that Markdown would take for an item of a list`() {
    let names = ["1. first", "2) second", "- third", "+ fourth", "5.6.7", "  8. ninth", " - tenth"]
    let graph = Graph(bindings: names.map { Graph.Binding(key: Graph.Key(type: TypeName(text: $0))) }, roots: [Graph.Need]())
    let shown = ["1#46; first", "2#41; second", "#45; third", "#43; fourth", "5#46;6.7", "  8#46; ninth", " #45; tenth"]
    for name in shown { #expect(graph.mermaid().contains("[\"\(name)<br/>transient\"]")) }
  }

  @Test func `of nothing is a whole picture`() {
    #expect(Graph(bindings: [], roots: [Graph.Need]()).mermaid() == "flowchart LR\n")
    #expect(Graph(bindings: [], roots: [Graph.Need]()).dot().hasSuffix("fontsize=9];\n}\n"))
  }
}
