// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Wrong arguments` {
  private static func graph(_ need: Graph.Need) -> Graph {
    Graph(
      module(
        "OfficeModule", bind(Printer.self, .transient, need), bind(Invoice.self).taking(String.self, Int.self), bind(Wheel.self)))
  }

  @Test(arguments: [
    (Graph.Need.of(Invoice.self), "'Invoice' takes the arguments (String, Int), but 'Printer' gives none"),
    (.provider(Invoice.self), "'Invoice' takes the arguments (String, Int), but 'Printer' gives none"),
    (.optional(Invoice.self), "'Invoice' takes the arguments (String, Int), but 'Printer' gives none"),
    (.factory(Invoice.self), "'Invoice' takes the arguments (String, Int), but 'Printer' gives none"),
    (
      .factory(Invoice.self, Int.self, String.self),
      "'Invoice' takes the arguments (String, Int), but 'Printer' gives (Int, String)"
    ),
    (.factory(Wheel.self, Int.self), "'Wheel' takes no arguments, but 'Printer' gives (Int)"),
  ])
  func `are told in full`(need: Graph.Need, message: String) {
    #expect(Self.graph(need).findings(.wrongArguments).map(\.message) == [message])
  }

  @Test(arguments: [
    Graph.Need.factory(Invoice.self, String.self, Int.self), .factory(Wheel.self), .of(Wheel.self), .provider(Wheel.self),
    .provider(
      Factory<Invoice, String, Int>.self, of: .factory(Invoice.self, String.self, Int.self)),
  ])
  func `are not right ones`(need: Graph.Need) {
    #expect(Self.graph(need).found == [])
  }

  @Test(
    arguments: [
      (.of(Invoice.self).declared, []), (.factory(Invoice.self, String.self, Int.self).declared, []),
      (.provider(Invoice.self).declared, ["'Invoice' takes the arguments (String, Int), but 'Printer' gives none"]),
      (
        .factory(Invoice.self, Int.self).declared,
        ["'Invoice' takes the arguments (String, Int), but 'Printer' gives (Int)"]
      ),
    ] as [(Graph.Need, [String])])
  func `are not known where code with a resolver gives them`(need: Graph.Need, messages: [String]) {
    let graph = Graph(
      module(
        "OfficeModule", bind(Printer.self, .transient, need).opaque, bind(Invoice.self).taking(String.self, Int.self)))
    #expect(graph.findings(.wrongArguments).map(\.message) == messages)
  }

  @Test func `do not pass through a provider inside the factory`() {
    let need = Graph.Need(
      key: keyOf(Factory<Provider<Invoice>, String, Int>.self),
      wrappers: [
        Graph.Need.Wrapper(
          form: .factory, key: keyOf(Provider<Invoice>.self), arguments: [TypeName(String.self), TypeName(Int.self)]),
        Graph.Need.Wrapper(form: .provider, key: keyOf(Invoice.self)),
      ])
    #expect(Self.graph(need).found == ["wrong-arguments"])
  }

  @Test func `reach through a decorator`() {
    let graph = Graph(
      module(
        "OfficeModule", bind(Printer.self, .transient, .factory(Invoice.self, String.self)),
        bind(Invoice.self).taking(String.self), decorate(Invoice.self)))
    #expect(graph.found == [])
  }

  @Test(arguments: [
    (Graph.Scope.transient, Graph.Need.factory(Invoice.self, String.self), []), (.singleton, .of(Invoice.self), []),
    (.singleton, .factory(Invoice.self), []), (.singleton, .provider(Invoice.self), []),
    (
      .singleton, .factory(Invoice.self, String.self),
      ["'Invoice' is singleton, but 'Printer' gives (String): the first caller's arguments would be kept"]
    ),
    (
      .singleton, .factory(Invoice.self, Int.self),
      ["'Invoice' takes the arguments (String), but 'Printer' gives (Int)"]
    ),
  ])
  func `of what is shared and has defaults are not given`(scope: Graph.Scope, need: Graph.Need, messages: [String]) {
    for decorators in [[], [decorate(Invoice.self)]] {
      let binds = [bind(Printer.self, .transient, need), bind(Invoice.self, scope).taking(String.self).defaulted]
      let graph = Graph(SketchModule(name: "OfficeModule", binds: binds + decorators))
      #expect(graph.findings(.wrongArguments).map(\.message) == messages)
    }
  }

  @Test func `of contributions cannot come from a collection`() {
    let graph = Graph(
      module(
        "OfficeModule", bind(Printer.self, .transient, .all(Invoice.self)), bind(Invoice.self).taking(String.self).contributing())
    )
    #expect(graph.found == ["wrong-arguments"])
  }
}

@Suite struct `Unknown needs` {
  @Test func `are told without being missed or followed`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .transient, .of(Radio.self).wrong("no parameter takes 'Radio', which 'needs' names"))))
    #expect(
      graph.report.description == """
        error: [unknown-need] in the binding of 'Car', no parameter takes 'Radio', which 'needs' names
          CarModule.swift:1:5
          it takes nothing
          help: correct the type in the modifier, or remove the modifier
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unknown-need.md

        1 error
        """)
  }

  /// A graph as a file has it: without the types themselves.
  @Test func `pass from a class to its subclass in a file, which does not know classes`() {
    func key(_ name: String) -> Graph.Key { Graph.Key(type: TypeName(text: name)) }
    func holder(gives argument: String) -> Graph {
      let factory = Graph.Need(
        key: key("Factory<Base, \(argument)>"),
        wrappers: [Graph.Need.Wrapper(form: .factory, key: key("Base"), arguments: [TypeName(text: argument)])])
      return Graph(
        modules: [Graph.Module(name: TypeName(text: "M"))],
        bindings: [
          Graph.Binding(key: key("Base"), needs: [Graph.Need(key: key("Sub"))], module: 0),
          Graph.Binding(key: key("Sub"), arguments: [TypeName(text: "String")], hasDefaults: true, module: 0),
          Graph.Binding(key: key("Holder"), needs: [factory], module: 0),
        ])
    }
    #expect(holder(gives: "String").findings(.wrongArguments).map(\.message) == [])
    #expect(
      holder(gives: "Int").findings(.wrongArguments).map(\.message) == [
        "'Base' takes the arguments (String), but 'Holder' gives (Int)"
      ])
  }
}
