// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Missing bindings` {
  @Test func `one finding names every requester of a key`() throws {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self)), bind(Dashboard.self, .transient, .provider(Radio.self)),
        bind(Shelf.self, .transient, .lazy(Radio.self))))
    let findings = graph.findings(.missingBinding)
    #expect(findings.count == 1)
    #expect(
      findings.first?.notes == ["also needed by: Dashboard (CarModule.swift:2)", "also needed by: Shelf (CarModule.swift:3)"])
  }

  @Test func `a crowd of requesters is cut after a dozen`() {
    let requesters = (0..<15).map { bind(Car.self, .transient, .of(Radio.self)).named("\($0)") }
    let graph = Graph(modules: [SketchModule(name: "CarModule", binds: requesters)])
    #expect(graph.findings(.missingBinding).first?.notes.count == 13)
    #expect(graph.findings(.missingBinding).first?.notes.last == "also needed by: 2 more")
  }

  @Test func `the path is a shortest one from a declared root`() {
    let graph = Graph(
      module(
        "CarModule", bind(Garage.self, .transient, .of(Car.self)), bind(Car.self, .transient, .of(Dashboard.self)),
        bind(Shelf.self, .transient, .of(Dashboard.self)), bind(Dashboard.self, .transient, .of(Radio.self))),
      roots: [Shelf.self])
    #expect(graph.findings(.missingBinding).first?.path.map(\.key) == ["Shelf", "Dashboard", "Radio"])
  }

  @Test func `the path begins at the requester when only a loop leads there`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .provider(Dashboard.self)),
        bind(Dashboard.self, .transient, .provider(Car.self), .of(Radio.self))))
    #expect(graph.findings(.missingBinding).first?.path.map(\.key) == ["Dashboard", "Radio"])
  }

  @Test func `a step says how the next one is taken`() {
    let graph = Graph(
      module(
        "CarModule", bind(Garage.self, .transient, .optional(Car.self)), bind(Car.self, .transient, .provider(Radio.self))))
    #expect(
      graph.findings(.missingBinding).first?.path.map(\.note)
        == ["transient in CarModule, takes Car?", "transient in CarModule, takes Provider<Radio>", ""])
  }

  @Test func `a root that is not bound is resolved by the program`() {
    let graph = Graph(module("CarModule", bind(Wheel.self)), roots: [Wheel.self, Radio.self])
    #expect(
      graph.report.description == """
        error: [missing-binding] nothing is bound for 'Radio'
          resolved by the program
          help: add Bind { Radio(…) } to a module
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """)
  }

  @Test func `a root may be derived`() {
    let graph = Graph(module("CarModule", bind(Wheel.self)))
    #expect(graph.asked(for: .provider(Wheel.self), .optional(Radio.self)).found == [])
    #expect(graph.asked(for: .provider(Radio.self)).found == ["missing-binding", "unused-binding"])
  }

  @Test func `a closure that returns what is not bound says so`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .of((() -> Radio).self)), bind(Raido.self)))
    #expect(
      graph.report.description == """
        error: [missing-binding] nothing is bound for 'Radio', which '() -> Radio' would have to return
          CarModule.swift:1:5
          Car -> () -> Radio
            Car   CarModule.swift:1   transient in CarModule
          similar: 'Raido' (CarModule.swift:2)
          help: add Bind { Radio(…) } to CarModule
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """)
  }

  @Test(arguments: [
    (bind(DieselEngine.self), keyOf((any Engine).self), "Bind((any Engine).self) { (it: DieselEngine) in it }"),
    (bind(RacingEngine.self), keyOf(HybridEngine.self), "Bind(HybridEngine.self) { (it: RacingEngine) in it }"),
    (bind(DieselEngine.self).contributing(), keyOf((any Engine).self), "Bind((any Engine).self, …)"),
    (bind(DieselEngine.self).hidden, keyOf((any Engine).self), "Bind((any Engine).self, …)"),
    (bind(HybridEngine.self), keyOf(RacingEngine.self), "Bind { RacingEngine(…) }"),
  ])
  func `what is bound as itself may be handed out as what is missing`(bound: Graph.Binding, key: Graph.Key, bind text: String) {
    var car = bind(Car.self)
    car.needs = [Graph.Need(key: key)]
    let help = Graph(module("CarModule", car, bound)).findings(.missingBinding).first?.help
    #expect(help?.hasPrefix("add \(text) to CarModule") == true, "\(help ?? "none")")
  }

  @Test func `what needs the missing type itself is not handed out as that`() {
    let graph = Graph(
      module(
        "CarModule", bind(Radio.self, .transient, .of((any Engine).self)), bind(HybridEngine.self, .transient, .of(Radio.self))))
    #expect(
      graph.findings(.missingBinding).map(\.help) == [
        "add Bind((any Engine).self, …) to CarModule, or make the dependency optional: (any Engine)?"
      ])
  }

  @Test func `a closure of the main actor says so as well`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .of((@MainActor () throws -> Radio).self))))
    #expect(
      graph.findings(.missingBinding).first?.message
        == "nothing is bound for 'Radio', which '@MainActor @Sendable () throws -> Radio' would have to return")
  }

  @Test(arguments: [
    (Graph.Need.of(Radio.self), "add Bind { Radio(…) } to CarModule, or make the dependency optional: Radio?"),
    (
      .of(Radio.self, named: "spare"),
      "add Bind { Radio(…) }.named(\"spare\") to CarModule, or make the dependency optional: Radio?"
    ),
    (
      .of((any Engine).self),
      "add Bind((any Engine).self, …) to CarModule, or make the dependency optional: (any Engine)?"
    ),
    (.provider(Radio.self), "add Bind { Radio(…) } to CarModule"),
    (
      .of(String.self),
      "add Bind(String.self) { … } to CarModule, say .arguments(String.self) if the caller gives it, "
        + "make the dependency optional: String?, or if the initializer of 'Car' has a default value for it, leave it out: Bind { Car() }"
    ),
    (.provider(Int.self), "add Bind(Int.self) { … } to CarModule"),
    (.of(Radio.self).asProperty, "add Bind { Radio(…) } to CarModule"),
  ])
  func `the help is what to type`(need: Graph.Need, help: String) {
    #expect(Graph(module("CarModule", bind(Car.self, .transient, need))).findings(.missingBinding).first?.help == help)
  }

  @Test func `run-time arguments are no help for what is shared`() {
    #expect(
      Graph(module("CarModule", bind(Car.self, .singleton, .of(String.self)))).findings(.missingBinding).map(\.help) == [
        "add Bind(String.self) { … } to CarModule, make the dependency optional: String?, or if the initializer of 'Car' has a default "
          + "value for it, leave it out: Bind { Car() }"
      ])
  }

  @Test func `an optional that takes run-time arguments is not to be taken`() {
    func help(_ bound: Graph.Binding) -> String? {
      Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self)), bound)).findings(.missingBinding).first?.help
    }
    #expect(help(bind(Radio?.self))?.hasPrefix("let 'Car' take Radio?, or add ") == true)
    #expect(help(bind(Radio?.self).taking(Int.self)) == "add Bind(Radio.self) { … } to CarModule")
  }

  @Test(arguments: [
    (
      bind(Radio.self).named("spare"), nil,
      "add Bind { Radio(…) } to CarModule, say .needs(Radio.self, named: \"spare\") on the binding of 'Car' if it means that one, "
        + "or make the dependency optional: Radio?"
    ),
    (
      bind(Radio.self).named("main"), "mian",
      "add Bind { Radio(…) }.named(\"mian\") to CarModule, say .needs(Radio.self, named: \"main\") on the binding of 'Car' "
        + "if it means that one, or make the dependency optional: Radio?"
    ),
    (
      bind(Radio.self), "spare",
      "add Bind { Radio(…) }.named(\"spare\") to CarModule, leave out the name if 'Car' means the plain one, "
        + "or make the dependency optional: Radio?"
    ),
    (
      bind(Radio.self).named("spare").contributing(), nil,
      "add Bind { Radio(…) } to CarModule, or make the dependency optional: Radio?"
    ),
  ])
  func `what is bound under another name may be meant`(bound: Graph.Binding, name: String?, help: String) {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self, named: name)), bound))
    #expect(graph.findings(.missingBinding).first?.help == help)
  }

  @Test func `what is private to another module under another name is not meant`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self))), module("Other", bind(Radio.self).named("spare").hidden))
    #expect(
      graph.findings(.missingBinding).first?.help
        == "add Bind { Radio(…) } to CarModule, or make the dependency optional: Radio?")
  }

  @Test func `a provider of what is bound under another name may mean that one`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .provider(Radio.self)), bind(Radio.self).named("spare")))
    #expect(
      graph.findings(.missingBinding).first?.help
        == "add Bind { Radio(…) } to CarModule, or say .needs(Radio.self, named: \"spare\") on the binding of 'Car' if it means that one"
    )
  }

  @Test func `the closure of a custom scope cannot mean what is bound under another name`() {
    let car = bind(Car.self, .custom(TypeName(text: "Pool")), .of(Radio.self).declared)
    #expect(
      Graph(module("CarModule", car, bind(Radio.self).named("spare"))).findings(.missingBinding).first?.help
        == "add Bind { Radio(…) } to CarModule")
  }

  @Test(arguments: [
    (Graph.Need.of(Radio.self), true), (.of(Radio.self, named: "spare"), false), (.of((any Engine).self), false),
    (.of(Int.self), false),
  ])
  func `a type may carry its binding, but none with a name, no protocol and none of the standard library`(
    need: Graph.Need, mayCarry: Bool
  ) {
    var graph = Graph(module("", bind(Car.self, .transient, need)))
    graph.modules[0].name = .carryingTypes
    #expect(graph.findings(.missingBinding).first?.help?.contains("conform to Injectable") == mayCarry)
  }

  @Test func `the program may mean what is bound under another name`() {
    let graph = Graph(module("CarModule", bind(Radio.self).named("spare")), roots: [Radio.self])
    #expect(
      graph.findings(.missingBinding).first?.help == "add Bind { Radio(…) } to a module, or resolve the one named \"spare\"")
  }

  @Test func `who asks is no near miss of what it needs`() {
    let wrapping = bind(DieselEngine.self, .transient, .of((any Engine).self))
    let alone = Graph(module("CarModule", wrapping))
    #expect(alone.findings(.missingBinding).map(\.similar) == [[]])
    let crowd = Graph(
      module("CarModule", wrapping, bind(Car.self, .transient, .of((any Engine).self)), bind(HybridEngine.self)))
    #expect(
      crowd.findings(.missingBinding).map(\.similar)
        == [["'HybridEngine' (CarModule.swift:3), which conforms to it"]])
    let named = Graph(module("CarModule", bind(Radio.self, .transient, .of(Radio.self)).named("spare")))
    #expect(named.findings(.missingBinding).map(\.similar) == [[]])
    #expect(
      named.findings(.missingBinding).map(\.help)
        == ["add Bind { Radio(…) } to CarModule, or make the dependency optional: Radio?"])
  }

  @Test(arguments: [
    (
      Graph.Need.of(Radio.self),
      "let 'Car' take Radio?, or add Bind(Radio.self) { (it: Radio?) in guard let it else { throw … }; return it } to CarModule"
    ),
    (
      .provider(Radio.self), "add Bind(Radio.self) { (it: Radio?) in guard let it else { throw … }; return it } to CarModule"
    ),
    (
      .of(Radio.self, named: "spare"),
      "add Bind(Radio.self) { … }.named(\"spare\") to CarModule, or make the dependency optional: Radio?"
    ),
    (
      .of(Radio.self).asProperty,
      "add Bind(Radio.self) { (it: Radio?) in guard let it else { throw … }; return it } to CarModule"
    ),
    (.of(Raido.self), "add Bind { Raido(…) } to CarModule, or make the dependency optional: Raido?"),
  ])
  func `what is bound as an optional may be meant, and is not bound by its initialiser again`(need: Graph.Need, help: String) {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, need), bind(Radio?.self)))
    #expect(graph.findings(.missingBinding).map(\.help) == [help])
  }

  @Test func `the program may mean what is bound as an optional`() {
    let graph = Graph(module("CarModule", bind(Radio?.self)), roots: [Radio.self])
    #expect(
      graph.findings(.missingBinding).map(\.help)
        == ["resolve Radio?, or add Bind(Radio.self) { (it: Radio?) in guard let it else { throw … }; return it } to a module"])
  }

  @Test func `what is bound as an optional of another type of that name, or not for everybody, is not meant`() {
    for other in [bind(Museum.Annex.Radio?.self), bind(Radio?.self).hidden, bind(Radio?.self).contributing()] {
      let graph = Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self))), module("Other", other))
      #expect(graph.findings(.missingBinding).first?.help?.contains("make the dependency optional") == true)
    }
  }

  @Test func `optional, given and unreal needs miss nothing`() {
    let given = Graph.Need(key: keyOf(String.self), source: .argument(0))
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .optional(Radio.self), .of(Wheel.self).wrong("no"), given).opaque))
    #expect(graph.findings(.missingBinding).isEmpty)
  }

  @Test(arguments: [999, 1_000, 2_000])
  func `are found in a container of any level`(level: Int) {
    let wiring = Wiring(Graph(module("CarModule", level: level, bind(Car.self, .transient, .of(Radio.self)))))
    let report = GraphCheck.run(on: GraphCheck.Subject(wiring, level: level))
    #expect(report.diagnostics.map(\.message) == ["nothing is bound for 'Radio'"])
  }

  @Test func `what was replaced needs nothing any more`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self))), module("TestModule", bind(Car.self).overriding))
    #expect(graph.found == [])
  }

  @Test func `may be closures of another actor, which no container makes`() {
    let need = Graph.Need(key: Graph.Key(type: TypeName(text: "@Pit @Sendable () -> Radio")))
    let graph = Graph(module("CarModule", bind(Car.self, .transient, need), bind(Radio.self)))
    #expect(
      graph.findings(.missingBinding).map { "\($0.message): \($0.help ?? "")" } == [
        "nothing is bound for '@Pit @Sendable () -> Radio': let 'Car' take () throws -> Radio, "
          + "add Bind((@Pit @Sendable () -> Radio).self) { … } to CarModule, "
          + "or make the dependency optional: (@Pit @Sendable () -> Radio)?"
      ])
  }

  @Test func `that a closure of an actor would return, in language mode 5, have a help that says how to write the closure`() {
    let need = Graph.Need(key: Graph.Key(type: TypeName(text: "@MainActor () -> Radio")))
    let graph = Graph(module("CarModule", bind(Car.self, .transient, need), bind(Radio.self)))
    #expect(
      graph.findings(.missingBinding).map(\.help) == [
        "write @MainActor @Sendable () -> Radio: in a module of language mode 5, closures of an actor are not Sendable by themselves"
      ])
  }
}
