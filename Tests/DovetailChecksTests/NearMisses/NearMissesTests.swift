// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Near misses` {
  /// What a graph with these binds in CarModule suggests for a key that CarModule asks for.
  private static func similar(to key: Graph.Key, _ binds: [Graph.Binding]) -> [String] {
    let graph = Graph(modules: [module("TowerModule"), SketchModule(name: "CarModule", binds: binds)])
    return Wiring(graph).nearMisses(for: key, from: 1).texts
  }

  @Test(
    arguments: [
      (keyOf(Radio.self), bind(Radio.self).named("spare"), "'Radio' named \"spare\" (CarModule.swift:1)"),
      (keyOf(Radio.self, named: "spare"), bind(Radio.self), "'Radio' (CarModule.swift:1), which has no name"),
      (
        keyOf(Radio.self), bind(Radio.self).contributing(),
        "'Radio' (CarModule.swift:1), which only contributes to [Radio]"
      ),
      (
        keyOf(Radio.self), bind(Radio.self).named("spare").contributing(),
        "'Radio' named \"spare\" (CarModule.swift:1), which only contributes to [Radio] named \"spare\""
      ),
      (
        keyOf(Radio.self, named: "spare"), bind(Radio.self).contributing(),
        "'Radio' (CarModule.swift:1), which has no name and only contributes to [Radio]"
      ),
      (
        keyOf((any Engine).self, named: "spare"), bind(DieselEngine.self).named("spare").contributing(),
        "'DieselEngine' named \"spare\" (CarModule.swift:1), which conforms to it and only contributes to [DieselEngine] named \"spare\""
      ),
      (keyOf(Radio.self), bind(Radio.self).hidden, "'Radio' (CarModule.swift:1), which is private to CarModule"),
      (
        keyOf(Museum.Annex.Radio.self), bind(Radio.self),
        "'Radio' (CarModule.swift:1), which is another type"
      ),
      (keyOf(Radio.self), bind(Radio?.self), "'Radio?' (CarModule.swift:1), which may be nil"),
      (keyOf((any Engine).self), bind((any Engine)?.self), "'(any Engine)?' (CarModule.swift:1), which may be nil"),
      (keyOf(Radio.self), bind(Provider<Radio>.self), "'Provider<Radio>' (CarModule.swift:1), which provides it"),
      (keyOf(Radio.self), bind((() -> Radio).self), "'() -> Radio' (CarModule.swift:1), which returns it"),
      (keyOf(Radio.self), bind([Radio].self), "'[Radio]' (CarModule.swift:1), which holds several"),
      (keyOf((any Engine).self), bind(DieselEngine.self), "'DieselEngine' (CarModule.swift:1), which conforms to it"),
      (keyOf(DieselEngine.self), bind((any Engine).self), "'any Engine' (CarModule.swift:1), to which it conforms"),
      (keyOf(HybridEngine.self), bind(RacingEngine.self), "'RacingEngine' (CarModule.swift:1), which inherits from it"),
      (keyOf(RacingEngine.self), bind(HybridEngine.self), "'HybridEngine' (CarModule.swift:1), from which it inherits"),
      (keyOf(Radio.self), bind(Raido.self), "'Raido' (CarModule.swift:1)"),
      (keyOf(Radio.self), bind(RadioTower.self), "'RadioTower' (CarModule.swift:1)"),
    ] as [(Graph.Key, Graph.Binding, String)])
  func `are named with a reason`(key: Graph.Key, bind: Graph.Binding, text: String) {
    #expect(Self.similar(to: key, [bind]) == [text])
  }

  @Test(arguments: [bind(Wheel.self), bind((any Plugin).self), bind([Wheel].self), bind(Wheel.self).named("Radio")])
  func `are not just anything`(bind: Graph.Binding) {
    #expect(Self.similar(to: keyOf(Radio.self), [bind]) == [])
  }

  @Test func `are at most three, nearest first`() {
    let binds = [
      bind(RadioTower.self), bind(Raido.self), bind(Radio?.self), bind(Radio.self).named("front"),
      bind(Radio.self).contributing(),
    ]
    #expect(
      Self.similar(to: keyOf(Radio.self), binds) == [
        "'Radio' (CarModule.swift:5), which only contributes to [Radio]", "'Radio' named \"front\" (CarModule.swift:4)",
        "'Radio?' (CarModule.swift:3), which may be nil",
      ])
  }

  @Test func `prefer names that are spelled alike`() {
    let binds = ["front", "rear", "spare", "sparse"].map { bind(Wheel.self).named($0) }
    #expect(
      Self.similar(to: keyOf(Wheel.self, named: "spaer"), binds) == [
        "'Wheel' named \"spare\" (CarModule.swift:3)", "'Wheel' named \"front\" (CarModule.swift:1)",
        "'Wheel' named \"rear\" (CarModule.swift:2)",
      ])
  }

  @Test func `are all that contribute to a list of a type that is spelled alike`() {
    let binds = [bind(Raido.self).named("spare"), bind(Raido.self).contributing(), bind(Raido.self).contributing()]
    #expect(
      Self.similar(to: keyOf(Radio.self), binds) == [
        "'Raido' (CarModule.swift:2), which only contributes to [Raido]",
        "'Raido' (CarModule.swift:3), which only contributes to [Raido]",
      ])
  }

  @Test func `work for names that were read`() {
    func text(_ type: String) -> Graph.Key { Graph.Key(type: TypeName(text: type)) }
    let binds = ["Garage.Radio", "Wheels"].map { Graph.Binding(key: text($0)) }
    #expect(Self.similar(to: text("Wheel"), binds) == ["'Wheels' (CarModule.swift:2)"])
    #expect(Self.similar(to: text("Radio"), binds) == ["'Garage.Radio' (CarModule.swift:1), which is another type"])
  }

  @Test func `do not name a decorator beside what it wraps, nor what was replaced`() {
    let binds = [
      bind(Radio.self).named("spare"), decorate(Radio.self).named("spare"), bind(Radio.self).named("spare").overriding,
    ]
    #expect(Self.similar(to: keyOf(Radio.self), binds) == ["'Radio' named \"spare\" (CarModule.swift:3)"])
  }

  @Test func `know what a child container binds`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self))), module("PluginModule", level: 1, bind(Radio.self)))
    #expect(
      Wiring(graph).nearMisses(for: keyOf(Radio.self), from: 0).texts
        == ["'Radio' (PluginModule.swift:1), which a child container binds"])
  }

  @Test(arguments: [1, nil])
  func `of a child are not what a child container binds`(module asker: Int?) {
    let graph = Graph(
      module("CarModule", bind(Car.self)),
      module("PluginModule", level: 1, bind(Shelf.self, .transient, .of(Radio.self)), bind(Radio.self).contributing()))
    #expect(
      Wiring(graph).nearMisses(for: keyOf(Radio.self), from: asker).texts
        == ["'Radio' (PluginModule.swift:2), which only contributes to [Radio]"])
  }
}
