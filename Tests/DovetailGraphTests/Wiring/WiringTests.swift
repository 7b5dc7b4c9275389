// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `The wiring of a graph` {
  /// How the needs of the first bind are answered.
  private static func links(_ graph: Graph) -> [Wiring.Link] { Wiring(graph).links[0] }

  @Test func `derives a need from what is bound, through as many layers as it takes`() {
    let graph = Graph(
      module(
        "CarModule",
        bind(
          Car.self, .transient, .of(Radio.self), .provider(Radio.self), .optional(Radio.self),
          .provider(Lazy<Radio>.self, of: .lazy(Radio.self))), bind(Radio.self)))
    #expect(Self.links(graph).map(\.target) == Array(repeating: .binding(1), count: 4))
    #expect(Self.links(graph).map(\.depth) == [0, 1, 1, 2])
  }

  @Test func `prefers what is bound itself to what can be derived`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .provider(Radio.self)), bind(Radio.self), bind(Provider<Radio>.self)))
    #expect(Self.links(graph).map(\.target) == [.binding(2)])
    #expect(Self.links(graph).map(\.depth) == [0])
  }

  @Test func `knows absent, missing, given and resolver`() {
    let given = Graph.Need(key: keyOf(String.self), source: .argument(1))
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .optional(Radio.self), .of(Radio.self), given).opaque))
    #expect(Self.links(graph).map(\.target) == [.resolver, .absent, .missing, .argument(1)])
  }

  @Test func `lets the last layer win, and decorates what won`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self)), decorate(Radio.self), decorate(Radio.self), bind(Radio.self)),
      module("LastModule", layer: 2, bind(Radio.self, .singleton).overriding),
      module("TestModule", layer: 1, bind(Radio.self).overriding))
    let wiring = Wiring(graph)
    #expect(wiring.links[0].map(\.target) == [.binding(2)])
    #expect(wiring.inner == [1: 4, 2: 1])
    #expect(wiring.replacedBy == [3: 5, 5: 4])
    #expect(wiring.scope(of: 2) == .singleton)
    #expect([0, 1, 2, 3, 4, 5].filter(wiring.isActive) == [0, 1, 2, 4])
  }

  @Test func `shows a private bind to its own module only`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self)), bind(Radio.self)),
      module("RadioModule", bind(Dashboard.self, .transient, .of(Radio.self)), bind(Radio.self).hidden))
    let wiring = Wiring(graph)
    #expect(wiring.links[0].map(\.target) == [.binding(1)])
    #expect(wiring.links[2].map(\.target) == [.binding(3)])
    #expect(wiring.binding(for: keyOf(Radio.self)) == 1)
  }

  @Test func `keeps a private override to its module`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self), .of(Wheel.self)), bind(Radio.self), bind(Wheel.self).hidden),
      module("RadioModule", bind(Shelf.self, .transient, .of(Radio.self)), bind(Radio.self).hidden.overriding))
    #expect(Wiring(graph).links[0].map(\.target) == [.binding(1), .binding(2)])
    #expect(Wiring(graph).links[3].map(\.target) == [.binding(4)])
    #expect(graph.found == [])
    let alone = Graph(module("CarModule", bind(Radio.self).hidden), module("RadioModule", bind(Radio.self).hidden.overriding))
    #expect(alone.found == ["nothing-to-override"])
  }

  @Test func `never shows a child's binds to its parent`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self), .all((any Plugin).self)), bind(Radio.self)),
      module(
        "PluginModule", level: 1, bind(Radio.self).overriding, bind((any Plugin).self).contributing(),
        bind(Shelf.self, .transient, .of(Radio.self), .all((any Plugin).self))))
    let wiring = Wiring(graph)
    #expect(wiring.links[0].map(\.target) == [.binding(1), .parts([])])
    #expect(wiring.links[4].map(\.target) == [.binding(2), .parts([3])])
    #expect(wiring.isActive(1))
  }

  @Test func `collects contributions in declared order, for a dictionary those with keys`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .all((any Plugin).self), .map((any Plugin).self))),
      module(
        "PluginModule", bind((any Plugin).self).contributing(), bind((any Plugin).self).contributing(as: "b"),
        bind((any Plugin).self).contributing(as: "a")),
      module("TestModule", layer: 1, bind((any Plugin).self).contributing(as: "b").overriding))
    #expect(Self.links(graph).map(\.target) == [.parts([1, 4, 3]), .parts([4, 3])])
  }

  @Test func `leaves a parent the contribution that its child replaces`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .map((any Plugin).self)), bind((any Plugin).self).contributing(as: "a"),
        bind((any Plugin).self).contributing(as: "b")),
      module(
        "PluginModule", level: 1, bind((any Plugin).self).contributing(as: "a").overriding,
        bind(Shelf.self, .transient, .map((any Plugin).self))))
    let wiring = Wiring(graph)
    #expect(wiring.links[0].map(\.target) == [.parts([1, 2])])
    #expect(wiring.links[4].map(\.target) == [.parts([3, 2])])
    #expect(wiring.isActive(1))
    #expect(graph.found == [])
  }

  @Test func `takes bindings of several levels in any order`() {
    var graph = Graph(
      module("PluginModule", level: 1, bind(Car.self, .transient, .of(Radio.self))), module("CarModule", bind(Radio.self)))
    #expect(Self.links(graph).map(\.target) == [.binding(1)])
    graph.bindings[1].module = 99
    #expect(GraphCheck.run(on: graph).isValid)
  }

  @Test(arguments: [-1, Int.min, Int.max]) func `takes a level of no container for the nearest one`(level: Int) {
    var graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self)), bind(Radio.self)))
    for binding in graph.bindings.indices { graph.bindings[binding].level = level }
    let wiring = Wiring(graph)
    #expect(wiring.links[0].map(\.target) == [.binding(1)])
    #expect(wiring.binding(for: keyOf(Radio.self), level: .max) == 1)
    #expect(wiring.binding(for: keyOf(Radio.self), level: -1) == nil)
    #expect(GraphCheck.run(on: graph).isValid)
  }
}
