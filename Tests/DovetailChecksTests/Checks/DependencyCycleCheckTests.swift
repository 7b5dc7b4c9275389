// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Dependency cycles` {
  private static let declared =
    "let one of them declare a Provider of the other, as .needs(Provider<…>.self), and resolve it after it was built"

  @Test func `of two need each other`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self, .transient, .of(Car.self)), bind(Car.self, .transient, .of(Radio.self))))
    #expect(
      graph.report.description == """
        error: [dependency-cycle] 'Car' and 'Radio' need each other before either is built
          CarModule.swift:2:5
          Car -> Radio -> Car
            Car     CarModule.swift:2   transient in CarModule
            Radio   CarModule.swift:1   transient in CarModule
          help: let 'Car' take Provider<Radio> or Lazy<Radio> instead of Radio
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/dependency-cycle.md

        1 error
        """)
  }

  @Test func `of one is a binding that needs itself`() {
    let graph = Graph(module("CarModule", bind(Car.self, .singleton, .of(Car.self))))
    #expect(graph.findings(.dependencyCycle).first?.message == "'Car' needs itself before it is built")
    #expect(graph.findings(.dependencyCycle).first?.path.map(\.key) == ["Car", "Car"])
  }

  @Test(arguments: [
    Graph.Need.of(Radio.self), .optional(Radio.self), .of(Radio.self).asProperty, .of(Radio.self).declared,
  ])
  func `run through every need that is answered at once`(need: Graph.Need) {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, need), bind(Radio.self, .transient, .of(Car.self))))
    #expect(graph.found == ["dependency-cycle"])
  }

  @Test(arguments: [
    Graph.Need.provider(Radio.self), .lazy(Radio.self), .closure(Radio.self), .factory(Radio.self),
  ])
  func `do not run through what is deferred`(need: Graph.Need) {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, need), bind(Radio.self, .transient, .of(Car.self))))
    #expect(graph.found == [])
  }

  @Test func `run through a provider that somebody bound`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .provider(Radio.self)), bind(Radio.self),
        bind(Provider<Radio>.self, .transient, .of(Car.self))))
    #expect(graph.findings(.dependencyCycle).first?.path.map(\.key) == ["Car", "Provider<Radio>", "Car"])
  }

  @Test func `run through contributions and decorators`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .all((any Plugin).self)),
        bind((any Plugin).self, .transient, .of(Car.self)).contributing(), bind(Radio.self),
        decorate(Radio.self, .of(Dashboard.self)), bind(Dashboard.self, .transient, .of(Radio.self))))
    #expect(
      graph.findings(.dependencyCycle).map { $0.path.map(\.key) } == [
        ["Car", "any Plugin", "Car"], ["Dashboard", "Radio", "Dashboard"],
      ])
  }

  @Test func `that cannot be deferred by a type say so`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self).declared).opaque,
        bind(Radio.self, .transient, .of(Car.self).declared).opaque))
    #expect(graph.findings(.dependencyCycle).map(\.help) == [Self.declared])
  }

  @Test func `of an override that takes what it replaces name a decorator, unless none can wrap that`() {
    func helps(_ old: Graph.Binding, _ override: Graph.Binding) -> [String?] {
      Graph(module("CarModule", old, override.overriding, bind(Car.self))).findings(.dependencyCycle).map(\.help)
    }
    let taking = bind(Radio.self, .transient, .of(Radio.self))
    let wrap = "an override cannot take what it replaces; wrap that instead: Decorate"
    #expect(helps(bind(Radio.self), taking) == ["\(wrap)(Radio.self) { inner in … }"])
    #expect(helps(bind(Radio.self, .singleton).awaited, taking) == ["\(wrap)(Radio.self) { inner in … }"])
    let function = ((Int) -> Radio).self
    #expect(
      helps(bind(function), bind(function, .transient, .of(function), .of(Car.self)))
        == ["\(wrap)(((Int) -> Radio).self) { (inner: @escaping (Int) -> Radio, other: Car) in … }"])
    let make = ["an override cannot take what it replaces: make that value in its own closure"]
    #expect(helps(bind(Radio.self).hidden, taking.hidden) == make)
    #expect(helps(bind(Radio.self), taking.hidden) == make)
    #expect(helps(bind(Radio.self).awaited, taking) == make)
  }

  @Test func `are not deferred where a binding only passes on what it takes`() {
    func help(_ bindings: Graph.Binding...) -> [String?] {
      Graph(modules: [SketchModule(name: "CarModule", binds: bindings)]).findings(.dependencyCycle).map(\.help)
    }
    let alias = bind(HybridEngine.self, .transient, .of(RacingEngine.self))
    #expect(
      help(alias, bind(RacingEngine.self, .transient, .of(HybridEngine.self)))
        == ["let 'RacingEngine' take Provider<HybridEngine> or Lazy<HybridEngine> instead of HybridEngine"])
    #expect(help(alias, bind(RacingEngine.self, .transient, .of(HybridEngine.self).declared).opaque) == [Self.declared])
    #expect(
      help(
        bind((any Engine).self, .transient, .of(HybridEngine.self)),
        bind(HybridEngine.self, .transient, .of((any Engine).self).declared).opaque) == [Self.declared])
    #expect(
      help(
        bind((any Engine).self, .transient, .of((any Plugin).self)),
        bind((any Plugin).self, .transient, .of((any Engine).self).declared).opaque) == [Self.declared])
    #expect(
      help(
        bind((any Plugin).self, .transient, .of(Car.self)).contributing(),
        bind(Car.self, .transient, .all((any Plugin).self).declared).opaque) == [Self.declared])
    #expect(
      help(bind(HybridEngine.self, .transient, .of(HybridEngine.self)))
        == ["let 'HybridEngine' take Provider<HybridEngine> or Lazy<HybridEngine> instead of HybridEngine"])
  }

  @Test func `give one shortest loop for every group`() {
    // Two groups; the first holds a loop of two inside a loop of three.
    let graph = Graph(
      module(
        "CarModule", bind(Wheel.self, .transient, .of(Radio.self)), bind(Radio.self, .transient, .of(Car.self)),
        bind(Car.self, .transient, .of(Wheel.self), .of(Radio.self)), bind(Ticket.self, .transient, .of(Order.self)),
        bind(Order.self, .transient, .of(Ticket.self))))
    #expect(Wiring(graph).tangles(over: Edges(Wiring(graph))).map { $0.loop.map(\.from) } == [[2, 1], [4, 3]])
  }

  @Test func `name the members of the group that are not on the loop shown`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self), .of(Wheel.self)), bind(Radio.self, .transient, .of(Car.self)),
        bind(Wheel.self, .transient, .of(Car.self))))
    #expect(graph.findings(.dependencyCycle).map { $0.path.map(\.key) } == [["Car", "Radio", "Car"]])
    #expect(graph.findings(.dependencyCycle).first?.notes == ["also in a cycle with these: Wheel (CarModule.swift:3)"])
  }
}
