// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Unused bindings` {
  @Test func `are told only when roots are declared`() {
    #expect(Graph(module("CarModule", bind(Car.self))).found == [])
    #expect(Graph(module("CarModule", bind(Car.self), bind(Radio.self)), roots: [Car.self]).found == ["unused-binding"])
  }

  @Test func `are none that a deferred, collected, wrapped or observed need reaches`() {
    var graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .provider(Wheel.self), .all((any Plugin).self), .of(Radio.self)),
        bind(Wheel.self),
        bind((any Plugin).self, .transient, .of(Ticket.self).declared).opaque.contributing(), bind(Radio.self),
        decorate(Radio.self), bind(Ticket.self), bind(Order.self)),
      roots: [Car.self])
    graph.observed = [Graph.ObservedEdge(from: 2, to: 6)]
    #expect(graph.found == [])
  }

  @Test func `are none that the container builds when it starts, nor what these need or what wraps them`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self), bind(Meter.self, .singleton, .of(Wheel.self)).starting, bind(Wheel.self),
        decorate(Meter.self), bind(Radio.self, .singleton).existing.starting),
      roots: [Car.self])
    #expect(graph.found == [])
  }

  @Test func `are those that would be built when it starts if the container shared them, and what is only made asynchronously`() {
    let graph = Graph(
      module("CarModule", bind(Car.self), bind(Meter.self).starting, bind(Radio.self, .singleton).awaited), roots: [Car.self])
    #expect(graph.found == ["unused-binding", "unused-binding", "useless-hook"])
  }

  @Test func `are not replaced binds, inputs and duplicates`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self), bind(Car.self).overriding, bind(Car.self).overriding, input(Order.self, of: Workshop.self)),
      roots: [Car.self])
    #expect(graph.found == ["duplicate-binding"])
  }

  @Test(arguments: [
    (bind(Radio.self), "remove it, or add it to the roots"),
    (bind(Radio.self).hidden, "remove it"),
    (bind(Radio.self).contributing(), "remove it, or add [Radio] to the roots"),
    (bind(Radio.self).contributing(as: "a"), "remove it, or add [String: Radio] to the roots"),
  ])
  func `are resolved by a root that reaches them, if there can be one`(unused: Graph.Binding, help: String) {
    let graph = Graph(module("CarModule", bind(Car.self), unused), roots: [Car.self])
    #expect(graph.findings(.unusedBinding).map(\.help) == [help])
  }
}

@Suite struct `Opaque bindings` {
  @Test func `are fine once they declare a need`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self).declared).opaque, bind(Radio.self)))
    #expect(graph.found == [])
  }
}

@Suite struct `Useless hooks` {
  @Test(arguments: [Graph.Scope.transient, .graph, .weak, .custom(TypeName(text: "Pool"))])
  func `hang on what nobody closes`(scope: Graph.Scope) {
    #expect(Graph(module("CarModule", bind(Car.self, scope).closing)).found == ["useless-hook"])
  }

  @Test(arguments: [Graph.Scope.singleton, .scoped(Workshop.self)])
  func `are none on what is closed`(scope: Graph.Scope) {
    #expect(Graph(module("CarModule", bind(Car.self, scope).closing)).found == [])
  }

  @Test func `on what was given are an error, because the giver closes it`() throws {
    let found = Graph(module("CarModule", bind(Radio.self).existing.closing)).report.diagnostics
    #expect(found.map(\.id) == [.uselessHook] && found.map(\.severity) == [.error])
    #expect(found.first?.message == "'Radio' is given to the container, which does not close what it has not made")
    #expect(
      found.first?.help
        == "let the binding make it, as in Bind { … }.in(.singleton).onClose { … }, or close it where it was made")
  }
}

@Suite struct `Useless lifecycle hooks` {
  @Test(arguments: [Graph.Scope.transient, .graph, .weak, .scoped(Workshop.self), .custom(TypeName(text: "Pool"))])
  func `hang on what the container does not hold`(scope: Graph.Scope) {
    #expect(Graph(module("CarModule", bind(Car.self, scope).starting)).found == ["useless-hook"])
  }

  @Test func `are none on singletons and on what exists already`() {
    let existing = bind(Radio.self, .singleton).existing.starting
    #expect(Graph(module("CarModule", bind(Car.self, .singleton).starting, existing)).found == [])
  }

  @Test func `are told apart from those on closing`() {
    #expect(
      Graph(module("CarModule", bind(Car.self).closing.starting)).report.description == """
        warning: [useless-hook] 'Car' has something to do on closing, but nothing that closes holds it
          CarModule.swift:1:5
          it is transient
          help: make it .in(.singleton) or .in(.scoped(…)), or remove .onClose
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/useless-hook.md

        warning: [useless-hook] 'Car' has something to do when the container starts or stops, but the container does not hold it
          CarModule.swift:1:5
          it is transient
          help: make it .in(.singleton), or remove .onStart, .onStop and .eager

        2 warnings
        """)
  }

  @Test func `are removed from what takes arguments, which cannot be shared`() {
    let taking = bind(Car.self).taking(Int.self).closing.starting
    func helps(_ binding: Graph.Binding) -> [String?] { Graph(module("CarModule", binding)).findings(.uselessHook).map(\.help) }
    #expect(helps(taking) == ["remove .onClose", "remove .onStart, .onStop and .eager"])
    #expect(
      helps(taking.defaulted) == [
        "make it .in(.singleton) or .in(.scoped(…)), or remove .onClose",
        "make it .in(.singleton), or remove .onStart, .onStop and .eager",
      ])
  }
}

@Suite struct `Unshareable values` {
  @Test(arguments: [Wheel.self, [Car].self, (any Engine)?.self, (() -> Car).self] as [Any.Type])
  func `are no classes`(type: Any.Type) {
    #expect(Graph(module("CarModule", bind(type, .weak))).found == ["unshareable-value"])
  }

  @Test(arguments: [Car.self, (any Engine).self, AnyObject.self, Any.self, (any Engine & AnyObject).self] as [Any.Type])
  func `are not classes and what may hold one`(type: Any.Type) {
    #expect(Graph(module("CarModule", bind(type, .weak))).found == [])
  }

  @Test func `are not guessed from names that were read`() {
    let graph = Graph(bindings: [Graph.Binding(key: Graph.Key(type: TypeName(text: "Wheel")), scope: .weak)])
    #expect(graph.found == [])
  }
}

@Suite struct `Shadowed bindings` {
  @Test func `are fine when the child says override`() {
    let graph = Graph(module("CarModule", bind(Radio.self)), module("PluginModule", level: 1, bind(Radio.self).overriding))
    #expect(graph.found == [])
  }

  @Test func `are fine when the child decorates, contributes or uses another name`() {
    let graph = Graph(
      module("CarModule", bind(Radio.self)),
      module("PluginModule", level: 1, decorate(Radio.self), bind(Radio.self).contributing(), bind(Radio.self).named("spare")))
    #expect(graph.findings(.shadowedBinding).isEmpty)
  }

  @Test func `are told as inputs where they are such`() {
    let kinds = [Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Session.self)]
    let inputs = Graph(
      modules: [module("CarModule", bind(Order.self)), module("PluginModule", level: 1, input(Order.self, of: Workshop.self))],
      kinds: kinds)
    #expect(
      inputs.report.description == """
        warning: [shadowed-binding] 'Order', input of Workshop, hides the parent's binding of the same key
          PluginModule.swift:1:5
          hidden: Order (CarModule.swift:1)
          help: give the input a type of its own, so that both can be resolved
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/shadowed-binding.md

        1 warning
        """)
    var graph = Graph(
      modules: [
        module("CarModule", input(Order.self, of: Workshop.self)), module("PluginModule", level: 1, bind(Order.self)),
        module("ShopModule", level: 1, bind(Order.self).hidden),
      ], kinds: kinds)
    graph.bindings[0].location = .unknown
    #expect(
      graph.findings(.shadowedBinding).flatMap { [$0.message] + $0.notes } == [
        "'Order' hides the parent's input of the same key", "hidden: Order, input of Workshop",
        "the private 'Order' hides the public binding of the same key in ShopModule", "hidden: Order (PluginModule.swift:1)",
      ])
  }

  @Test func `are public binds behind a private one`() {
    let graph = Graph(module("CarModule", bind(Radio.self)), module("RadioModule", bind(Radio.self).hidden))
    #expect(
      graph.report.description == """
        warning: [shadowed-binding] the private 'Radio' hides the public binding of the same key in RadioModule
          RadioModule.swift:1:5
          hidden: Radio (CarModule.swift:1)
          help: give the private one a name, or remove it
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/shadowed-binding.md

        1 warning
        """)
  }

  @Test(arguments: [
    (bind([any Plugin].self), bind((any Plugin).self).contributing()),
    (bind([any Plugin].self), bind((any Plugin).self).contributing(as: "lane")),
    (bind([String: any Plugin].self), bind((any Plugin).self).contributing(as: "lane")),
    (bind([any Plugin].self).existing, bind((any Plugin).self).contributing()),
    (bind([any Plugin].self).hidden, bind((any Plugin).self).hidden.contributing()),
    (bind([any Plugin].self).named("spare"), bind((any Plugin).self).named("spare").contributing()),
  ])
  func `are contributions beside their bound collection, whoever needs it`(list: Graph.Binding, part: Graph.Binding) {
    #expect(Graph(module("CarModule", list, part)).found == ["shadowed-binding"])
    #expect(
      Graph(module("CarModule", list, part, decorate(list.key.type.type ?? Never.self))).findings(.shadowedBinding).count == 1)
  }

  @Test(arguments: [
    (bind([any Plugin].self).named("spare"), bind((any Plugin).self).contributing()),
    (bind([String: any Plugin].self), bind((any Plugin).self).contributing()),
    (bind([any Plugin].self), bind((any Plugin).self).hidden.contributing()),
    (bind([any Plugin].self), bind((any Plugin).self)),
    (bind([any Plugin].self).contributing(), bind((any Plugin).self).contributing()),
  ])
  func `are none where no collection has both`(list: Graph.Binding, part: Graph.Binding) {
    #expect(Graph(module("CarModule", list), module("PluginModule", part)).findings(.shadowedBinding).isEmpty)
  }

  @Test func `are told by a child about its own list or its own contributions only`() {
    let (list, part) = (bind([any Plugin].self), bind((any Plugin).self).contributing())
    #expect(Graph(module("CarModule", list), module("PluginModule", level: 1, part)).found == ["shadowed-binding"])
    #expect(Graph(module("CarModule", part), module("PluginModule", level: 1, list)).found == ["shadowed-binding"])
    #expect(Graph(module("CarModule", part, list), module("PluginModule", level: 1, bind(Radio.self))).found == [])
  }

  @Test func `are not those beside a private contribution, which answers no key`() {
    let graph = Graph(module("CarModule", bind(Radio.self)), module("RadioModule", bind(Radio.self).hidden.contributing()))
    #expect(graph.found == [])
  }
}
