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
