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
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        1 error
        """)
  }

  @Test func `of a contribution to a collection with a name say that name, and in which collections the key is`() {
    let engine = bind((any Engine).self)
    let diesel = engine.contributing(as: "diesel")
    let graph = Graph(
      module("CarModule", diesel, diesel.named("loud"), diesel.named("left"), bind(Radio.self).contributing(as: "diesel")),
      module(
        "TestModule", layer: 1, diesel.named("lefty").overriding, engine.contributing(as: "deisel").named("left").overriding,
        engine.contributing().named("left").overriding),
      module("HiddenModule", engine.contributing(as: "gas").named("left").hidden),
      module("GasModule", layer: 1, engine.contributing(as: "gas").named("left").overriding))
    #expect(
      graph.report.description == """
        error: [nothing-to-override] the contribution "gas" to [String: any Engine] named "left" is private to HiddenModule
          GasModule.swift:1:5
          private: any Engine named "left" (HiddenModule.swift:1)
          help: remove .private from it, or .override from this one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        error: [nothing-to-override] no contribution "diesel" to [String: any Engine] named "lefty" is there to be replaced
          TestModule.swift:1:5
          similar: the key "diesel" of any Engine named "left" (CarModule.swift:3); the key "diesel" of any Engine (CarModule.swift:1); the key "diesel" of any Engine named "loud" (CarModule.swift:2)
          help: correct the name, or remove .override

        error: [nothing-to-override] no contribution "deisel" to [String: any Engine] named "left" is there to be replaced
          TestModule.swift:2:5
          similar: the key "diesel" of any Engine named "left" (CarModule.swift:3)
          help: correct the key, or remove .override

        error: [nothing-to-override] a contribution to [any Engine] named "left" without a key cannot say which other one it replaces
          TestModule.swift:3:5
          help: give both the same key: .contribute(key:)

        4 errors
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
      "bind it as what it is to replace, Bind(HybridEngine.self, …); if only another replacement needs this binding, "
        + "mark it .private; bind what is new in a module or in a child container"
    ),
    (
      bind(Radio.self), 1,
      "correct the type or name; if only another replacement needs this binding, mark it .private; bind what is new in a module or "
        + "in a child container"
    ),
  ])
  func `say what to write, also in a container that is rebuilt`(override: Graph.Binding, layer: Int, help: String) {
    let graph = Graph(
      module("CarModule", bind(HybridEngine.self), bind((any Engine).self)),
      module("TestModule", layer: layer, override.overriding))
    #expect(graph.findings(.nothingToOverride).first?.help == help)
  }

  @Test(arguments: [bind((any Engine).self).contributing(), bind((any Engine).self).hidden])
  func `are not to be bound as what they cannot replace`(other: Graph.Binding) {
    let graph = Graph(module("CarModule", other), module("TestModule", bind(DieselEngine.self).overriding))
    #expect(graph.findings(.nothingToOverride).map(\.help) == ["correct the type or name, or remove .override"])
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

  @Test func `say what wraps contributions, of which there are only some`() {
    let graph = Graph(
      module("CarModule", decorate((any Plugin).self), bind((any Plugin).self).contributing()),
      module("PluginModule", bind((any Plugin).self).contributing(as: "lane")))
    #expect(
      graph.report.description == """
        error: [nothing-to-decorate] the decorator of 'any Plugin' wraps nothing
          CarModule.swift:1:5
          only contributed: any Plugin (CarModule.swift:2)
          only contributed: any Plugin (PluginModule.swift:1)
          help: wrap each part in the closure of its binding; where a binding has .contribute(to:), decorate the type of that binding
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-decorate.md

        1 error
        """)
  }

  @Test func `are told beside a bind that they wrap, where contributions are left as they are`() {
    let graph = Graph(
      module("CarModule", bind((any Plugin).self), bind((any Plugin).self).contributing(), decorate((any Plugin).self)))
    #expect(
      graph.report.description == """
        warning: [nothing-to-decorate] the decorator of 'any Plugin' does not wrap what is contributed
          CarModule.swift:3:5
          contributed: any Plugin (CarModule.swift:2)
          help: wrap each part in the closure of its binding; where a binding has .contribute(to:), decorate the type of that binding
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-decorate.md

        1 warning
        """)
  }

  @Test func `are none where the contributions take what is decorated, or are another module's own`() {
    let taking = bind((any Plugin).self, .transient, .of((any Plugin).self)).contributing()
    #expect(Graph(module("CarModule", bind((any Plugin).self), taking, decorate((any Plugin).self))).found == [])
    let named = bind((any Plugin).self).named("spare").contributing()
    #expect(Graph(module("CarModule", bind((any Plugin).self), named, decorate((any Plugin).self))).found == [])
    let hidden = module("PluginModule", bind((any Plugin).self).hidden.contributing())
    #expect(Graph(module("CarModule", bind((any Plugin).self), decorate((any Plugin).self)), hidden).found == [])
  }

  @Test func `are told by a child about its own decorators or its own contributions only`() {
    let (plugin, part) = (bind((any Plugin).self), bind((any Plugin).self).contributing())
    let decorator = decorate((any Plugin).self)
    let told = ["nothing-to-decorate"]
    #expect(Graph(module("CarModule", plugin, decorator), module("PluginModule", level: 1, part)).found == told)
    #expect(Graph(module("CarModule", plugin, part), module("PluginModule", level: 1, decorator)).found == told)
    let other = module("PluginModule", level: 1, bind(Radio.self))
    #expect(Graph(module("CarModule", plugin, part, decorator), other).found == [])
    func helps(_ graph: Graph) -> [String?] { graph.findings(.nothingToDecorate).map(\.help) }
    #expect(
      helps(Graph(module("CarModule", plugin, part), module("PluginModule", level: 1, decorator)))
        == ["wrap each part in the closure of its binding; what a parent contributes is wrapped in the parent's modules"])
    #expect(
      helps(Graph(module("CarModule", plugin, decorator), module("PluginModule", level: 1, part)))
        == [
          "wrap each part in the closure of its binding; where a binding has .contribute(to:), decorate the type of that binding"
        ])
  }

  @Test func `are none over binds, overrides and other decorators`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self), decorate(Radio.self), decorate(Radio.self)),
      module("TestModule", layer: 1, bind(Radio.self).overriding))
    #expect(graph.found == [])
  }
}
