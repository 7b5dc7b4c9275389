// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

/// Graphs in which thousands of binds make one and the same thing. What looks at all of them for each takes minutes here.
@Suite(.timeLimit(.minutes(15))) struct `Large graphs` {
  // A debug build takes ten times as long for each.
  #if DEBUG
    private static let count = 4_000
  #else
    private static let count = 20_000
  #endif

  /// Binds of one type with names of their own, each made by a function of its number.
  private static func names(_ bind: (Graph.Binding, Int) -> Graph.Binding) -> [Graph.Binding] {
    (0..<count).map { bind(GraphSketches.bind(Radio.self).named("\($0)"), $0) }
  }

  private static func graph(_ bindings: [Graph.Binding], modules: [Graph.Module] = []) -> Graph {
    let modules = modules.isEmpty ? [Graph.Module(name: TypeName(text: "M"))] : modules
    return Graph(modules: modules, bindings: bindings)
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
      bindings: [])
    graph.moduleCycles = [names + names.prefix(1)]
    #expect(graph.findings(.moduleCycle).first?.path.map(\.location.line) == Array(1...Self.count) + [1])
  }

  @Test func `of needs whose type has thousands of other names are one finding for each`() {
    let requesters = Self.names { bind, number in
      var requester = bind
      requester.needs = [Graph.Need(key: keyOf(Radio.self, named: "no \(number)"))]
      return requester
    }
    let missing = Self.graph(requesters).findings(.missingBinding)
    #expect(missing.count == Self.count)
    #expect(missing.first?.similar == [1, 2, 3].map { "'Radio' named \"\($0)\"" })
    #expect(missing.last?.similar == [0, 1, 2].map { "'Radio' named \"\($0)\"" })
  }

  @Test func `of needs whose type is spelled like that of thousands are one finding for each`() {
    let requesters = Self.names { bind, number in
      var requester = bind
      requester.needs = [Graph.Need(key: keyOf(Raido.self, named: "no \(number)"))]
      return requester
    }
    #expect(Self.graph(requesters).findings(.missingBinding).count == Self.count)
  }

  @Test func `of lists of a type that is bound under thousands of names, and has no parts, are one finding for each`() {
    let requesters = Self.names { bind, number in
      var requester = bind
      requester.needs = [.all(Radio.self).named("no \(number)")]
      return requester
    }
    #expect(Self.graph(requesters).findings(.emptyCollection).count == Self.count)
  }

  @Test func `of misspelt names are one finding for each, which names the right one first`() {
    let stations = (0..<Self.count / 10).map { bind(Radio.self).named("station \($0)") }
    let requesters = (0..<Self.count / 10).map {
      bind(Car.self, .transient, .of(Radio.self, named: "statoin \($0)")).named("\($0)")
    }
    let missing = Self.graph(stations + requesters).findings(.missingBinding)
    #expect(missing.count == Self.count / 10)
    #expect(missing.allSatisfy { $0.message.replacing("statoin", with: "station") == "nothing is bound for \($0.similar[0])" })
  }

  @Test func `of overrides of parts that are not there are one finding for each, with hints`() {
    let parts = (0..<Self.count).map { bind((any Plugin).self).contributing(as: "part \($0)") }
    let overrides = (0..<Self.count).map { bind((any Plugin).self).contributing(as: "port \($0)").overriding }
    let useless = Self.graph(parts + overrides).findings(.nothingToOverride)
    #expect(useless.count == Self.count)
    #expect(
      useless.first?.similar == ["part 0", "part 1", "part 2"].map { "the key \"\($0)\" of any Plugin" })
    // Findings are in the order of their texts.
    let last = (0..<Self.count).map(String.init).max() ?? ""
    #expect(useless.last?.similar == ["the key \"part \(last)\" of any Plugin"])
  }

  @Test func `of nested types, one of the same name in each feature, print each name once`() {
    let types = (0..<5 * Self.count).map { TypeName(text: "App.Feature\($0).Client") }
    let names = Names(Self.graph(types.map { Graph.Binding(key: Graph.Key(type: $0)) }))
    #expect(types.allSatisfy { names.type($0) == $0.description })
  }

  @Test func `of scopes that thousands open, each with the same thousands of transients inside, are right`() {
    let transients = Self.names { bind, number in
      var transient = bind
      transient.needs = [2 * number + 1, 2 * number + 2].filter { $0 < Self.count }.map { .of(Radio.self, named: "\($0)") }
      return transient
    }
    let openers = Self.names { bind, number in
      let inner = keyOf(Radio.self, named: "\(number % 4)")
      var opener = bind
      opener.key = keyOf(Car.self, named: "\(number)")
      opener.needs = [
        Graph.Need(
          key: Graph.Key(type: TypeName(text: "Opener"), name: "\(number)"),
          wrappers: [.init(form: .opener, key: inner, arguments: [TypeName(Workshop.self)])])
      ]
      return opener
    }
    #expect(Self.graph(transients + openers + [bind(Shelf.self, .scoped(Workshop.self))]).found == [])
  }

  @Test func `of thousands that open a scope inside another one, made through thousands for what is scoped there, are right`() {
    let openers = Self.names { bind, number in
      var opener = bind
      opener.needs = [
        Graph.Need(
          key: Graph.Key(type: TypeName(text: "Opener"), name: "\(number)"),
          wrappers: [.init(form: .opener, key: keyOf(Shelf.self), arguments: [TypeName(Bench.self)])])
      ]
      return opener
    }
    let chain = Self.names { bind, number in
      var step = bind
      step.key = keyOf(Car.self, named: "\(number)")
      step.needs =
        number > 0
        ? [.of(Car.self, named: "\(number - 1)")] : (0..<Self.count).map { .of(Radio.self, named: "\($0)") }
      return step
    }
    let ends = [bind(Garage.self, .scoped(Workshop.self), .of(Car.self, named: "\(Self.count - 1)")), bind(Shelf.self)]
    var graph = Self.graph(openers + chain + ends)
    graph.scopeKinds = [Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Bench.self, in: Workshop.self)]
    #expect(graph.findings(.captiveDependency) == [])
  }
}
