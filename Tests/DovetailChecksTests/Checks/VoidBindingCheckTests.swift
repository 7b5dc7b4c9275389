// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Binds of nothing` {
  @Test func `are found one by one, and are no duplicates`() {
    let graph = Graph(module("CarModule", bind(Void.self), bind(Void.self)), module("GarageModule", bind(Void.self)))
    #expect(graph.found == ["void-binding", "void-binding", "void-binding"])
  }

  @Test func `are found under a name and among contributions`() {
    let binds = [bind(Void.self).named("spare"), bind(Void.self).contributing()]
    #expect(Graph(modules: [SketchModule(name: "CarModule", binds: binds)]).found == ["void-binding", "void-binding"])
  }

  @Test func `are none when they exist already, or are inputs, or a parent's`() {
    let kinds = [Graph.ScopeKind(Workshop.self)]
    let existing = [bind(Void.self).existing]
    #expect(Graph(modules: [SketchModule(name: "CarModule", binds: existing)]).found == [])
    let input = [input(Void.self, of: Workshop.self)]
    #expect(Graph(modules: [SketchModule(name: "CarModule", binds: input)], kinds: kinds).found == [])
    #expect(Graph(module("CarModule", bind(Void.self)), module("PluginModule", level: 1, bind(Car.self))).found == [])
  }
}
