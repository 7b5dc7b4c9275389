// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Empty collections` {
  @Test(arguments: [
    Graph.Need.all((any Plugin).self), .map((any Plugin).self),
    .provider([any Plugin].self, of: .all((any Plugin).self)),
  ])
  func `are found in every form`(need: Graph.Need) {
    #expect(Graph(module("CarModule", bind(Car.self, .transient, need))).found == ["empty-collection"])
  }

  @Test func `are fine where they are allowed, optional or bound`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .all((any Plugin).self).orEmpty), bind(Shelf.self, .transient, .all(Wheel.self)),
        bind([Wheel].self)))
    #expect(graph.found == [])
    let optional = Graph.Need(
      key: keyOf([any Plugin]?.self),
      wrappers: [
        Graph.Need.Wrapper(form: .optional, key: keyOf([any Plugin].self)),
        Graph.Need.Wrapper(form: .collection, key: keyOf((any Plugin).self)),
      ])
    #expect(Graph(module("CarModule", bind(Car.self, .transient, optional))).found == [])
  }

  @Test func `are found for the program too`() {
    let graph = Graph(module("CarModule", bind(Car.self, .transient, .all(Wheel.self))))
    #expect(
      graph.asked(for: .all(Wheel.self), .of(Car.self)).findings(.emptyCollection).map(\.notes) == [
        ["also resolved by the program"]
      ])
    #expect(
      Graph(bindings: []).asked(for: .map(Wheel.self)).findings(.emptyCollection).map(\.notes) == [["resolved by the program"]])
    #expect(Graph(module("CarModule", bind(Wheel.self).contributing())).asked(for: .all(Wheel.self)).found == [])
  }

  @Test func `leave a binding of the type as it is, unless it needs the collection itself or is an input`() {
    func helps(_ need: Graph.Need, _ plugin: Graph.Binding...) -> [String?] {
      let graph = Graph(
        modules: [
          SketchModule(name: "CarModule", binds: plugin), module("ShelfModule", bind(Shelf.self, .scoped(Workshop.self), need)),
        ], kinds: [Graph.ScopeKind(Workshop.self)])
      return graph.findings(.emptyCollection).map(\.help)
    }
    let list = Graph.Need.all((any Plugin).self)
    let allowed = ", or .allowEmpty([any Plugin].self) to the binding that needs it"
    let bound = "add .contribute(to: (any Plugin).self) { $0 } to the binding of 'any Plugin'" + allowed
    let unbound = "add .contribute() to a binding of any Plugin" + allowed
    #expect(helps(list, bind((any Plugin).self)) == [bound])
    #expect(helps(list, bind((any Plugin).self), decorate((any Plugin).self)) == [bound])
    #expect(helps(list, bind((any Plugin).self, .transient, list)) == [unbound])
    #expect(helps(list, input((any Plugin).self, of: Workshop.self)) == [unbound])
    #expect(
      helps(.all((any Engine).self), bind((any Engine).self), bind(DieselEngine.self).contributing()) == [
        "write .contribute(to: (any Engine).self) { $0 } instead of .contribute() on 'DieselEngine', "
          + "or .allowEmpty([any Engine].self) to the binding that needs it"
      ])
    let diesel =
      "add .contribute(to: (any Engine).self) { $0 } to the binding of 'DieselEngine'"
      + ", or .allowEmpty([any Engine].self) to the binding that needs it"
    let all = Graph.Need.all((any Engine).self)
    #expect(
      helps(
        all, bind((any Engine).self, .transient, .of(HybridEngine.self)), bind(HybridEngine.self, .transient, all),
        bind(DieselEngine.self)) == [diesel], "the bound one is made of the collection")
    var taking = bind((any Engine).self)
    taking.arguments = [TypeName(Int.self)]
    #expect(helps(all, taking, bind(DieselEngine.self)) == [diesel])
    #expect(
      helps(.map((any Plugin).self), bind((any Plugin).self)) == [
        "add .contribute(to: (any Plugin).self, key: …) { $0 } to the binding of 'any Plugin', "
          + "or .allowEmpty([String: any Plugin].self) to the binding that needs it"
      ])
  }

  @Test func `with keys name the contributions that have none`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .map((any Plugin).self)), bind((any Plugin).self).contributing()))
    #expect(
      graph.report.description == """
        error: [empty-collection] nothing contributes to '[String: any Plugin]'
          CarModule.swift:1:5
          Car -> [String: any Plugin]
            Car   CarModule.swift:1   transient in CarModule
          contributes without a key: any Plugin (CarModule.swift:2)
          help: give the contribution 'any Plugin' a key: .contribute(key: …), or .allowEmpty([String: any Plugin].self) to the binding that needs it
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/empty-collection.md

        1 error
        """)
  }

  @Test func `with a name say what to write, and name contributions before other bindings`() {
    let plugin = bind((any Plugin).self)
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .all((any Plugin).self).named("left")), plugin.named("lefty"),
        plugin.named("lift"), plugin.named("lefts"), plugin.named("loft").contributing()),
      module("ShelfModule", bind(Shelf.self, .transient, .map(Wheel.self).named("left")), bind(Wheel.self)))
    #expect(
      graph.report.description == """
        error: [empty-collection] nothing contributes to '[any Plugin]' named "left"
          CarModule.swift:1:5
          Car -> [any Plugin] named "left"
            Car   CarModule.swift:1   transient in CarModule
          similar: 'any Plugin' named "loft" (CarModule.swift:5), which contributes to [any Plugin] named "loft"; 'any Plugin' named "lefty" (CarModule.swift:2), which is bound but does not contribute; 'any Plugin' named "lift" (CarModule.swift:3), which is bound but does not contribute
          help: say .needs([any Plugin].self, named: "loft") on the binding of 'Car', or name the contribution "left", or .allowEmpty([any Plugin].self) to the binding that needs it
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/empty-collection.md

        error: [empty-collection] nothing contributes to '[String: Wheel]' named "left"
          ShelfModule.swift:1:5
          Shelf -> [String: Wheel] named "left"
            Shelf   ShelfModule.swift:1   transient in ShelfModule
          similar: 'Wheel' (ShelfModule.swift:2), which has no name, but does not contribute
          help: add .named("left").contribute(key:) to a binding of Wheel, or .allowEmpty([String: Wheel].self) to the binding that needs it

        2 errors
        """)
  }

  @Test func `of the closure of a custom scope are given no name`() {
    let car = bind(Car.self, .custom(TypeName(text: "Pool")), .all((any Plugin).self).declared)
    #expect(
      Graph(module("CarModule", car, bind((any Plugin).self).named("left").contributing())).findings(.emptyCollection).map(\.help)
        == ["leave out the name of the contribution, or .allowEmpty([any Plugin].self) to the binding that needs it"])
  }

  @Test func `with a name do not say what contributes to plain collections only`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .all((any Engine).self).named("left")),
        bind(DieselEngine.self).named("left")))
    #expect(
      graph.report.description == """
        error: [empty-collection] nothing contributes to '[any Engine]' named "left"
          CarModule.swift:1:5
          Car -> [any Engine] named "left"
            Car   CarModule.swift:1   transient in CarModule
          similar: 'DieselEngine' named "left" (CarModule.swift:2), which conforms to it, but does not contribute
          help: add .named("left").contribute() to a binding of any Engine, or .allowEmpty([any Engine].self) to the binding that needs it
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/empty-collection.md

        1 error
        """)
  }
}

@Suite struct `Duplicate map keys` {
  @Test func `name the collection`() {
    let diesel = bind((any Engine).self).contributing(as: "diesel")
    let graph = Graph(
      module("CarModule", diesel, diesel, diesel.named("left"), diesel.named("left"), diesel.named("right")))
    #expect(
      graph.report.description == """
        error: [duplicate-map-key] 2 contributions to [String: any Engine] have the key "diesel"
          CarModule.swift:2:5
          contributed: any Engine (CarModule.swift:1)
          contributed: any Engine (CarModule.swift:2)
          help: give each a key of its own, or add .override to the one that is meant
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-map-key.md

        error: [duplicate-map-key] 2 contributions to [String: any Engine] named "left" have the key "diesel"
          CarModule.swift:4:5
          contributed: any Engine named "left" (CarModule.swift:3)
          contributed: any Engine named "left" (CarModule.swift:4)
          help: give each a key of its own, or add .override to the one that is meant

        2 errors
        """)
  }

  @Test func `of parts that may be made from other bindings name the binding that replaces one`() {
    let part = bind((any Engine).self, .transient, .of(DieselEngine.self)).contributing(as: "diesel")
    let graph = Graph(
      module("CarModule", bind(DieselEngine.self), part, part, part.named("left"), part.named("left")))
    #expect(
      graph.findings(.duplicateMapKey).map(\.help) == [
        "give each a key of its own, or bind the one that is meant as Bind((any Engine).self) { … }"
          + ".contribute(key: \"diesel\").override",
        "give each a key of its own, or bind the one that is meant as Bind((any Engine).self) { … }.named(\"left\")"
          + ".contribute(key: \"diesel\").override",
      ])
  }

  @Test func `of one line of a module that is included with several values are about these`() {
    let diesel = module("CarModule", bind((any Engine).self).contributing(as: "diesel"))
    #expect(
      Graph(diesel, diesel).findings(.duplicateMapKey).map(\.help)
        == ["include 'CarModule' with one value, or let each value give a key of its own"])
  }

  @Test func `of a public and a private part are settled in the private one`() {
    let diesel = bind((any Engine).self).contributing(as: "diesel")
    #expect(
      Graph(module("CarModule", diesel, diesel.hidden)).findings(.duplicateMapKey).map(\.help)
        == ["give each a key of its own, or add .override to the private one"])
  }

  @Test func `count per collection`() {
    let graph = Graph(
      module(
        "CarModule", bind((any Engine).self).contributing(as: "diesel"), bind((any Plugin).self).contributing(as: "diesel"),
        bind((any Engine).self).contributing(as: "hybrid"), bind((any Engine).self).contributing(),
        bind((any Engine).self).contributing()))
    #expect(graph.found == [])
  }

  @Test func `are settled by an override`() {
    let graph = Graph(
      module("CarModule", bind((any Engine).self).contributing(as: "diesel")),
      module("TestModule", layer: 1, bind((any Engine).self).contributing(as: "diesel").overriding))
    #expect(graph.found == [])
  }
}
