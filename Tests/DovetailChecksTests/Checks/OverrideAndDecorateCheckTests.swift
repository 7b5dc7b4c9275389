// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Overrides that replace nothing` {
  @Test func `of a contribution name the keys that are spelled alike`() {
    let graph = Graph(
      module("CarModule", bind((any Engine).self).contributing(as: "diesel")),
      module("TestModule", layer: 1, bind((any Engine).self).contributing(as: "deisel").overriding))
    #expect(
      graph.report.description == """
        error: [nothing-to-override] no contribution "deisel" to [String: any Engine] is there to be replaced
          TestModule.swift:1:5
          similar: the key "diesel" of any Engine (CarModule.swift:1)
          help: correct the key, or remove .override

        1 error
        """)
  }

  @Test func `of a contribution without a key cannot know what to replace`() {
    let graph = Graph(
      module("CarModule", bind((any Engine).self).contributing(), bind((any Engine).self).contributing().overriding))
    #expect(
      graph.findings(.nothingToOverride).first?.message
        == "a contribution to [any Engine] without a key cannot say which other one it replaces")
  }

  @Test(arguments: [
    (bind(Radio.self), 0, "correct the type or name, or remove .override"),
    (bind(DieselEngine.self), 0, "bind it as what it is to replace, Bind((any Engine).self, …), or remove .override"),
    (
      bind(RacingEngine.self), 1,
      "bind it as what it is to replace, Bind(HybridEngine.self, …); make it .private if it only helps another override; "
        + "bind what is new in a module or a child of the container"
    ),
    (
      bind(Radio.self), 1,
      "correct the type or name; make it .private if it only helps another override; bind what is new in a module or a child of the "
        + "container"
    ),
  ])
  func `say what to write, also in a container that is rebuilt`(override: Graph.Binding, layer: Int, help: String) {
    let graph = Graph(
      module("CarModule", bind(HybridEngine.self), bind((any Engine).self)),
      module("TestModule", layer: layer, override.overriding))
    #expect(graph.findings(.nothingToOverride).first?.help == help)
  }

  @Test func `do not make the key missing as well`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self)), bind(Radio.self).overriding))
    #expect(graph.found == ["nothing-to-override"])
  }

  @Test func `are none in a child that replaces its parent's`() {
    let graph = Graph(module("CarModule", bind(Radio.self)), module("PluginModule", level: 1, bind(Radio.self).overriding))
    #expect(graph.found == [])
  }
}

@Suite struct `Decorators that wrap nothing` {
  @Test func `leave the key missing`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self)), decorate(Radio.self)))
    #expect(graph.found == ["missing-binding", "nothing-to-decorate"])
  }

  @Test func `are none over binds, overrides and other decorators`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self), decorate(Radio.self), decorate(Radio.self)),
      module("TestModule", layer: 1, bind(Radio.self).overriding))
    #expect(graph.found == [])
  }
}
