// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Private bindings` {
  @Test func `take the place of the missing one outside their module`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self))), module("RadioModule", bind(Radio.self).hidden),
      module("TowerModule", bind(Radio.self).hidden))
    #expect(graph.found == ["private-binding"])
    #expect(graph.findings(.privateBinding).first?.notes == ["also private: Radio (TowerModule.swift:1)"])
  }

  @Test func `may be bound a second time in the one module that needs them, where that is private too`() {
    func helps(_ modules: SketchModule..., roots: [Any.Type] = []) -> [String?] {
      Graph(modules: modules + [module("RadioModule", bind(Radio.self).hidden)], roots: roots).findings(.privateBinding)
        .map(\.help)
    }
    let (car, shelf) = (bind(Car.self, .transient, .of(Radio.self)), bind(Shelf.self, .transient, .of(Radio.self)))
    let removed = "remove .private from the binding in RadioModule"
    let second = removed + ", or bind Radio in CarModule, .private too"
    #expect(helps(module("CarModule", car, shelf)) == [second])
    #expect(helps(module("CarModule", car, shelf, bind(Radio.self).hidden)) == [])
    #expect(helps(module("CarModule", car), module("ShelfModule", shelf)) == [removed])
    #expect(helps(module("CarModule", car), roots: [Car.self, Radio.self]) == [removed])
    #expect(helps(module("types that carry their binding", car)) == [removed])
  }

  @Test func `are seen inside their module`() {
    let graph = Graph(module("RadioModule", bind(Radio.self).hidden, bind(Car.self, .transient, .of(Radio.self))))
    #expect(graph.found == [])
  }

  @Test func `of another name do not count`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self))),
      module("RadioModule", bind(Radio.self).named("spare").hidden))
    #expect(graph.found == ["missing-binding"])
  }
}
