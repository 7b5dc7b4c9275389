// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import Testing

@Suite struct `Duplicate bindings` {
  @Test func `are one finding however many there are`() {
    let graph = Graph(module("CarModule", bind(Radio.self), bind(Radio.self), bind(Radio.self)))
    #expect(
      graph.report.description == """
        error: [duplicate-binding] 'Radio' is bound 3 times: nothing says which bind is meant
          CarModule.swift:2:5
          bound in CarModule: Radio (CarModule.swift:1)
          bound in CarModule: Radio (CarModule.swift:2)
          bound in CarModule: Radio (CarModule.swift:3)
          help: add .override to the bind that is meant, tell them apart with .named(_:), or remove one

        1 error
        """)
  }

  @Test func `from one module included twice ask for Equatable`() {
    let graph = Graph(module("RadioModule", bind(Radio.self)), module("RadioModule", bind(Radio.self)))
    #expect(
      graph.findings(.duplicateBinding).first?.help
        == "'RadioModule' is included twice with values that cannot be compared; make it Equatable")
  }

  @Test func `among overrides of one layer`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self)), module("TestModule", bind(Radio.self).overriding, bind(Radio.self).overriding))
    #expect(graph.found == ["duplicate-binding"])
    #expect(
      graph.findings(.duplicateBinding).first?.help == "remove one of the overrides, or tell them apart with .named(_:)")
  }

  @Test func `are not told of names, contributions, overrides, later layers and private binds of two modules`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self), bind(Radio.self).named("spare"), bind(Wheel.self).hidden),
      module("PluginModule", bind(Radio.self).contributing(), bind(Radio.self).contributing(), bind(Wheel.self).hidden),
      module("TestModule", layer: 1, bind(Radio.self).overriding), module("LastModule", layer: 2, bind(Radio.self).overriding))
    #expect(graph.found == [])
  }
}
