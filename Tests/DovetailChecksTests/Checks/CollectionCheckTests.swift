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
          help: add .contribute(key:) to a binding of any Plugin, or .allowEmpty([String: any Plugin].self) to the binding that needs it
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/empty-collection.md

        1 error
        """)
  }
}

@Suite struct `Duplicate map keys` {
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
