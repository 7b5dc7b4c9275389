// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Duplicate bindings` {
  @Test func `are one finding however many there are`() {
    let graph = Graph(module("CarModule", bind(Radio.self), bind(Radio.self), bind(Radio.self)))
    #expect(
      graph.report.description == """
        error: [duplicate-binding] 'Radio' is bound 3 times: nothing says which binding is meant
          CarModule.swift:2:5
          bound in CarModule: Radio (CarModule.swift:1)
          bound in CarModule: Radio (CarModule.swift:2)
          bound in CarModule: Radio (CarModule.swift:3)
          help: add .override to the binding that is meant, tell them apart with .named(_:), or remove one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test func `from one module included twice are one finding with the paths to both`() {
    var graph = Graph(
      module("GarageModule"), module("CarModule"), module("RadioModule", bind(Radio.self), bind(Wheel.self)),
      module("RadioModule", bind(Radio.self), bind(Wheel.self)))
    graph.modules[0].includes = [1, 3]
    graph.modules[1].includes = [2]
    graph.modules[2].location = SourceLocation(file: "Garage/CarModule.swift", line: 7, column: 5)
    graph.modules[3].location = SourceLocation(file: "Garage/GarageModule.swift", line: 9, column: 5)
    #expect(
      graph.report.description == """
        error: [duplicate-binding] 'RadioModule' is included twice with values that are not known to be equal
          GarageModule.swift:9:5
          included by GarageModule -> CarModule (CarModule.swift:7)
          included by GarageModule (GarageModule.swift:9)
          bound twice: Radio (RadioModule.swift:1)
          bound twice: Wheel (RadioModule.swift:2)
          help: make it Hashable, so that equal values count once, or include it with one value
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test func `from copies of a module inside copies of another are those of the outer one`() {
    var graph = Graph(
      module("CarModule", bind(Car.self)), module("RadioModule", bind(Radio.self)), module("CarModule", bind(Car.self)),
      module("RadioModule", bind(Radio.self)))
    graph.modules[0].includes = [1]
    graph.modules[2].includes = [3]
    #expect(
      graph.findings(.duplicateBinding).map(\.message)
        == ["'CarModule' is included twice with values that are not known to be equal"])
  }

  @Test func `from a module included by the hundred name a dozen`() {
    let graph = Graph(modules: (0..<100).map { _ in module("RadioModule", bind(Radio.self)) })
    let notes = graph.findings(.duplicateBinding).first?.notes ?? []
    #expect(notes.count == 14)
    #expect(notes.suffix(2) == ["included 88 times more", "bound 100 times: Radio (RadioModule.swift:1)"])
  }

  @Test func `among overrides of one layer`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self)), module("TestModule", bind(Radio.self).overriding, bind(Radio.self).overriding))
    #expect(graph.found == ["duplicate-binding"])
    #expect(
      graph.findings(.duplicateBinding).first?.help == "remove one of the overrides, or tell them apart with .named(_:)")
  }

  @Test func `among overrides of two layers are one finding for each layer`() {
    let twice = [bind(Radio.self).overriding, bind(Radio.self).overriding]
    let graph = Graph(modules: [
      module("CarModule", bind(Radio.self)), SketchModule(name: "TestModule", layer: 1, binds: twice),
      SketchModule(name: "TrialModule", layer: 2, binds: twice),
    ])
    #expect(Wiring(graph).duplicates == [[1, 2], [3, 4]])
  }

  private static let kinds = [
    Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Bench.self, in: Workshop.self), Graph.ScopeKind(Session.self),
  ]

  @Test func `among the inputs of one kind say that only types tell them apart`() {
    let graph = Graph(
      modules: [
        module(
          "CarModule", input(Order.self, of: Workshop.self), input(Order.self, of: Workshop.self),
          bind(Ticket.self, .scoped(Workshop.self)))
      ], kinds: Self.kinds)
    #expect(
      graph.report.description == """
        error: [duplicate-binding] the scope type 'Workshop' takes 2 inputs of the type 'Order': nothing tells them apart
          CarModule.swift:3:5
          input of Workshop, the scope of Ticket (CarModule.swift:3)
          help: give each input a type of its own
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test func `among the inputs of kinds inside each other say that an outer one is there inside`() {
    let graph = Graph(
      modules: [
        module("CarModule", input(Order.self, of: Workshop.self)),
        module("BenchModule", input(Order.self, of: Bench.self), bind(Ticket.self, .scoped(Bench.self))),
      ], kinds: Self.kinds)
    #expect(
      graph.report.description == """
        error: [duplicate-binding] 'Order' is an input of Workshop and of Bench: nothing says which one is meant
          BenchModule.swift:2:5
          input of Workshop, which CarModule opens
          input of Bench, the scope of Ticket (BenchModule.swift:2)
          help: give each input a type of its own, or leave out the one of the inner scope: what an outer scope is given is there inside it too
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test func `among the inputs of kinds beside each other`() {
    let graph = Graph(
      modules: [module("CarModule", input(Order.self, of: Workshop.self), input(Order.self, of: Session.self))],
      kinds: Self.kinds)
    #expect(graph.findings(.duplicateBinding).map(\.help) == ["give each input a type of its own"])
  }

  @Test func `of a bind and the inputs of two kinds have no override as their help`() {
    let graph = Graph(
      modules: [
        module("CarModule", bind(Order.self), input(Order.self, of: Workshop.self), input(Order.self, of: Session.self))
      ], kinds: Self.kinds)
    #expect(graph.findings(.duplicateBinding).map(\.help) == ["remove the binding, or tell it apart with .named(_:)"])
  }

  @Test func `of an input and a bind say which is which, in either order`() {
    for isFirst in [true, false] {
      var binds = [input(Order.self, of: Workshop.self), bind(Order.self)]
      if !isFirst { binds.reverse() }
      let graph = Graph(modules: [SketchModule(name: "CarModule", binds: binds)], kinds: Self.kinds)
      #expect(
        graph.report.description == """
          error: [duplicate-binding] 'Order' is bound, and is an input of Workshop: nothing says which one is meant
            CarModule.swift:\(isFirst ? 2 : 1):5
            bound in CarModule: Order (CarModule.swift:\(isFirst ? 2 : 1))
            input of Workshop, which CarModule opens
            help: remove the binding, tell it apart with .named(_:), or add .override to it if it is to replace the input
            docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

          1 error
          """)
    }
  }

  @Test func `are not told of names, contributions, overrides, later layers and private binds of two modules`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self), bind(Radio.self).named("spare"), bind(Wheel.self).hidden),
      module("PluginModule", bind(Radio.self).contributing(), bind(Radio.self).contributing(), bind(Wheel.self).hidden),
      module("TestModule", layer: 1, bind(Radio.self).overriding), module("LastModule", layer: 2, bind(Radio.self).overriding))
    #expect(graph.found == [])
  }
}
