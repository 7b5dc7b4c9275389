// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

/// Graphs in which thousands of binds make one and the same thing. What looks at all of them for each takes minutes here.
@Suite(.timeLimit(.minutes(15))) struct `Large graphs` {
  private static let count = 20_000

  /// Binds of one type with names of their own, each made by a function of its number.
  private static func names(_ bind: (Graph.Binding, Int) -> Graph.Binding) -> [Graph.Binding] {
    (0..<count).map { bind(GraphSketches.bind(Radio.self).named("\($0)"), $0) }
  }

  private static func graph(_ bindings: [Graph.Binding], modules: [Graph.Module] = []) -> Graph {
    let modules = modules.isEmpty ? [Graph.Module(name: TypeName(text: "M"))] : modules
    return Graph(modules: modules, bindings: bindings, roots: [Graph.Key]())
  }

  @Test(arguments: [Graph.Scope.graph, .singleton, .scoped(Workshop.self)])
  func `of decorators that wrap each other are checked, and each lives as what they all wrap`(scope: Graph.Scope) {
    let base = bind(Radio.self, scope).closing.starting.awaited
    let wiring = Wiring(Self.graph([base] + (0..<Self.count).map { _ in decorate(Radio.self) }))
    _ = GraphCheck.run(on: wiring)
    #expect((0...Self.count).allSatisfy { wiring.scope(of: $0) == scope })
    #expect(wiring.binding(for: keyOf(Radio.self)) == Self.count)
  }

  @Test func `of parts that are all replaced are linked, each part in its place`() {
    let parts = (0..<Self.count).map { bind((any Plugin).self).contributing(as: "\($0)") }
    let overrides = (0..<Self.count).map { bind((any Plugin).self).contributing(as: "\(Self.count - 1 - $0)").overriding }
    let requester = bind(Shelf.self, .transient, .all((any Plugin).self))
    let wiring = Wiring(Self.graph([requester] + parts + overrides))
    #expect(wiring.links[0][0].target == .parts((0..<Self.count).map { 2 * Self.count - $0 }))
    #expect(wiring.uselessOverrides == [])
  }

  @Test func `of private binds that others need are one finding for each`() {
    let hidden = Self.names { bind, _ in bind.hidden }
    let requesters = Self.names { bind, number in
      var requester = bind
      requester.module = 1
      requester.key = keyOf(Car.self, named: "\(number)")
      requester.needs = [Graph.Need(key: bind.key)]
      return requester
    }
    let modules = [Graph.Module(name: TypeName(text: "M")), Graph.Module(name: TypeName(text: "N"))]
    let found = Self.graph(hidden + requesters, modules: modules).report.diagnostics.map(\.id)
    #expect(found.count == Self.count)
    #expect(Set(found) == [.privateBinding])
  }

  @Test func `of needs that nothing answers, beside modules that could not be read, name a dozen of these`() {
    let modules = (0..<5 * Self.count).map { Graph.Module(name: TypeName(text: "M\($0)"), failure: "broken") }
    var requester = bind(Radio.self)
    requester.needs = (0..<Self.count / 10).map { Graph.Need(key: keyOf(Car.self, named: "\($0)")) }
    let missing = Self.graph([requester], modules: modules).findings(.missingBinding)
    #expect(missing.count == Self.count / 10)
    #expect(
      missing.allSatisfy {
        $0.notes == [
          "perhaps bound by 'M0', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9', 'M10', 'M11' or \(5 * Self.count - 12) more, "
            + "which could not be read"
        ]
      })
  }

  @Test func `of collections that nobody contributes to are one finding for each`() {
    let requesters = Self.names { bind, number in
      var requester = bind
      requester.needs = [.all((any Plugin).self)]
      requester.needs[0].key.name = "\(number)"
      requester.needs[0].wrappers[0].key.name = "\(number)"
      return requester
    }
    #expect(Self.graph(requesters).findings(.emptyCollection).count == Self.count)
  }

  @Test func `of modules on one circle have a place for each`() {
    let names = (0..<Self.count).map { TypeName(text: "M\($0)") }
    var graph = Graph(
      modules: names.enumerated().map { line, name in
        Graph.Module(name: name, location: SourceLocation(file: "M.swift", line: line + 1, column: 1))
      },
      bindings: [], roots: [Graph.Key]())
    graph.moduleCycles = [names + names.prefix(1)]
    #expect(graph.findings(.moduleCycle).first?.path.map(\.location.line) == Array(1...Self.count) + [1])
  }
}
