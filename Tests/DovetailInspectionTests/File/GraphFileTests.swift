// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Testing
internal import TestSupport

private enum Visit: ScopeKind {}

private enum Stay: ScopeKind {}

@Suite("A graph file") struct GraphFileTests {
  private static func isOpener(_ visits: ScopeOpener<Visit, Int>) -> Bool { true }

  private static let roots = [Root(Car.self), Root(Bench.self)]

  @Test func `holds the whole graph in a documented shape`() throws {
    try Golden.inspection.expect(GraphFile(of: GarageModule(), roots: Self.roots).json, is: "graph.json")
  }

  @Test func `holds what was found`() throws {
    try Golden.inspection.expect(GraphFile(of: WrongModule()).json, is: "wrong-graph.json")
  }

  @Test func `is the same for equal graphs, byte for byte`() {
    #expect(GraphFile(of: WrongModule()).json == GraphFile(of: WrongModule()).json)
  }

  @Test(arguments: [GraphFile(of: GarageModule(), roots: roots), GraphFile(of: WrongModule())])
  func `is read as it was written`(file: GraphFile) throws {
    let read = try GraphFile(json: file.json)
    #expect(read.json == file.json)
    #expect(read.graph.textTree() == file.graph.textTree())
    #expect(read.graph.dot() == file.graph.dot())
    #expect(read.report == file.report)
    #expect(read.checked == file.report)
  }

  @Test func `finds today what it does not say`() throws {
    let silent = GraphFile(GraphFile(of: WrongModule()).graph, report: Report([]))
    let ids = Set(try GraphFile(json: silent.json).checked.errors.map(\.id))
    #expect(ids == [.missingBinding, .captiveDependency, .duplicateBinding])
  }

  @Test func `finds nothing twice, although it does not have all that a finding says`() throws {
    struct Part: Module, Hashable {
      let number: Int
      var bindings: Bindings { Bind { [number] in number } }
    }
    func twin() -> InlineModule {
      struct Twin: Sendable {}
      return InlineModule { Bind { (_: Twin) in 4.5 } }
    }
    func other() -> InlineModule {
      struct Twin: Sendable {}
      return InlineModule { Bind { (_: Twin) in "" } }
    }
    let file = GraphFile(of: Part(number: 1), InlineModule { Include(Part(number: 2)) }, twin(), other())
    #expect(file.report.errors.map(\.id) == [.missingBinding, .missingBinding, .duplicateBinding])
    #expect(try GraphFile(json: file.json).checked == file.report)
    let silent = GraphFile(file.graph, report: Report(Array(file.report.diagnostics.dropLast())))
    #expect(try GraphFile(json: silent.json).checked.diagnostics.count == 3)
  }

  @Test func `holds openers with their kinds, and is checked like the graph itself`() throws {
    let file = GraphFile(
      of: InlineModule {
        Bind { (visits: ScopeOpener<Visit, Int>) in Self.isOpener(visits) }
        Bind { (line: String) in line.count }
        Bind { "Ada" }.in(.scoped(Stay.self))
      })
    #expect(file.json.contains(#"{"form": "opener", "type": "Swift.Int", "arguments": ["DovetailInspectionTests.Visit"]}"#))
    let read = try GraphFile(json: file.json)
    #expect(read.json == file.json)
    #expect(read.graph.textTree().contains("ScopeOpener<Visit, Int> ⇢ Int  transient"))
    #expect(read.graph.dot().contains("n0 -> n1 [style=dashed"))
    #expect(file.report.errors.map(\.id) == [.captiveDependency])
    #expect(read.checked == file.report)
  }

  @Test func `keeps types of one name apart`() throws {
    func twin() -> Any.Type {
      struct Twin {}
      return Twin.self
    }
    func other() -> Any.Type {
      struct Twin {}
      return Twin.self
    }
    let keys = [twin(), other()].map { Graph.Key(type: TypeName($0)) }
    let file = GraphFile(
      Graph(
        modules: [Graph.Module(name: TypeName(text: "M"))], bindings: keys.map { Graph.Binding(key: $0) },
        roots: keys.map { Graph.Need(key: $0) }))
    let read = try GraphFile(json: file.json)
    #expect(read.report.diagnostics.isEmpty)
    #expect(read.checked.diagnostics.isEmpty)
    #expect(read.json == file.json)
  }

  @Test func `carries how a start went`() throws {
    let graph = Graph(
      modules: [Graph.Module(name: TypeName(text: "M"))],
      bindings: [
        Graph.Binding(key: Graph.Key(type: TypeName(text: "Store")), scope: .singleton, starts: true),
        Graph.Binding(key: Graph.Key(type: TypeName(text: "View")), isolation: "MainActor"),
        Graph.Binding(
          key: Graph.Key(type: TypeName(text: "Client")), scope: .singleton, isolation: "MainActor", staysOnActor: true),
      ],
      timeline: Timeline(entries: [
        Timeline.Entry(key: "Store", began: .nanoseconds(1500), duration: .milliseconds(3), outcome: .started),
        Timeline.Entry(key: "Server", began: .milliseconds(4), outcome: .unfinished, waitedFor: 0),
      ]))
    let read = try GraphFile(json: GraphFile(graph).json)
    #expect(read.graph.timeline == graph.timeline)
    #expect(read.graph.bindings.map(\.starts) == [true, false, false])
    #expect(read.graph.bindings.map(\.isolation) == [nil, "MainActor", "MainActor"])
    #expect(read.graph.bindings.map(\.staysOnActor) == [false, false, true])
    #expect(read.json == GraphFile(graph).json)
    #expect(
      read.page().contains(
        """
          "timeline": {
            "whole": "4.0 ms",
            "critical": "3.0 ms",
            "entries": [{"key": "Store", "began": 0, "ended": 750, "time": "3.0 ms", "outcome": "started", "critical": true}, \
        {"key": "Server", "began": 1000, "ended": 1000, "time": "0.0 ms", "outcome": "unfinished", "after": "Store", "critical": true}]
          }
        """))
  }

  @Test func `says what is asynchronous, what is external, and whether the graph was only observed`() throws {
    var graph = Graph(modules: [Graph.Module(name: TypeName(text: "M"))], bindings: [], roots: [Graph.Need]())
    graph.bindings = [Graph.Binding(key: Graph.Key(type: TypeName(text: "Store")), isAsync: true, isExternal: true)]
    #expect(!GraphFile(graph).json.contains("isObserved"))
    graph.isObserved = true
    let read = try GraphFile(json: GraphFile(graph).json)
    #expect(read.json.contains(#""isObserved": true"#))
    #expect(read.json.contains(#""async": true, "live": true"#))
    #expect(read.graph.isObserved)
    #expect(read.graph.bindings.map(\.isAsync) == [true])
    #expect(read.graph.bindings.map(\.isExternal) == [true])
  }

  @Test func `lets no text out of its quotes`() throws {
    let names = ["</script>", "\"]-->", "a\nb\u{0}\u{202E}\u{2028}", "\\u003c", "日本 é 🚗"]
    let graph = Graph(
      modules: names.map { Graph.Module(name: TypeName(text: $0)) },
      bindings: names.map { Graph.Binding(key: Graph.Key(type: TypeName(text: "T"), name: $0)) }, roots: [Graph.Need]())
    let json = GraphFile(graph).json
    #expect(json.contains(#""</script>""#))
    #expect(json.contains(#""\"]-->""#))
    #expect(json.contains(#""a\u000ab\u0000\u202e\u2028""#))
    #expect(json.contains(#""\\u003c""#))
    #expect(try GraphFile(json: json).graph.bindings.map(\.key.name) == names)
  }
}
