// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Needs of what is made asynchronously` {
  private static func graph(_ requester: Graph.Binding, _ scope: Graph.Scope = .transient) -> Graph {
    Graph(
      modules: [module("CarModule", requester, bind(Radio.self, scope).awaited)], roots: [],
      kinds: [Graph.ScopeKind(Workshop.self)])
  }

  @Test(arguments: [
    Graph.Need.of(Radio.self), .optional(Radio.self), .provider(Radio.self), .closure(Radio.self), .of(Radio.self).asProperty,
    .of(Radio.self).declared,
  ])
  func `are wrong in a synchronous factory, taken or asked for`(need: Graph.Need) {
    #expect(Self.graph(bind(Car.self, .transient, need)).found == ["async-need"])
  }

  @Test func `are told once, however many parameters there are`() {
    #expect(Self.graph(bind(Car.self, .transient, .of(Radio.self), .of(Radio.self))).found == ["async-need"])
  }

  @Test(arguments: [Graph.Need.of(Radio.self), .optional(Radio.self), .lazy(Radio.self)])
  func `are right as parameters of an asynchronous factory`(need: Graph.Need) {
    #expect(Self.graph(bind(Car.self, .transient, need).awaited).found == [])
  }

  @Test(arguments: [Graph.Need.provider(Radio.self), .of(Radio.self).asProperty])
  func `are wrong where an asynchronous factory asks synchronously`(need: Graph.Need) {
    #expect(Self.graph(bind(Car.self, .transient, need).awaited).found == ["async-need"])
  }

  @Test func `are right where an asynchronous factory resolves them itself, and wrong where its hook does`() {
    func found(_ place: Graph.Need.Place) -> [String] {
      Self.graph(bind(Car.self, .transient, .resolver(place), .of(Radio.self).declared).awaited).found
    }
    #expect(found(.parameter) == [])
    #expect(found(.property) == ["async-need"])
    #expect(Self.graph(bind(Car.self, .transient, .provider(Radio.self).declared)).found == [])
  }

  @Test func `are wrong where a decorator resolves them itself, in a custom scope too`() {
    for scope in [Graph.Scope.transient, .custom(TypeName(text: "Pool"))] {
      let graph = Graph(
        module(
          "CarModule", bind(Car.self, scope), decorate(Car.self, .resolver(.parameter), .of(Radio.self).declared),
          bind(Radio.self).awaited))
      #expect(graph.found == ["async-need"])
      #expect(
        graph.report.diagnostics.map { "\($0.severity): \($0.message)\n\($0.help ?? "")" } == [
          """
          warning: synchronous code of 'Car' cannot resolve 'Radio', which is made asynchronously each time
          let 'Car' resolve and declare AsyncProvider<Radio> or Lazy<Radio>, or share 'Radio' with .in(.singleton)
          """
        ])
    }
  }

  @Test(arguments: [Graph.Scope.singleton, .weak, .scoped(Workshop.self)])
  func `are right when they are shared`(scope: Graph.Scope) {
    let requester: Graph.Scope = scope == .weak ? .singleton : scope
    for need in [Graph.Need.of(Radio.self), .provider(Radio.self)] {
      #expect(Self.graph(bind(Car.self, requester, need), scope).found == [])
    }
  }

  @Test(arguments: [(Wheel.self, ""), (Car.self, ", .in(.weak)"), ((any Engine).self, ", .in(.weak)")] as [(Any.Type, String)])
  func `are wrong in a scope that asks synchronously, and weak only if they may be objects`(type: Any.Type, weak: String) {
    let graph = Graph(module("CarModule", bind(type, .custom(TypeName(text: "Pool"))).awaited))
    #expect(
      graph.findings(.asyncNeed).map(\.help) == ["make it .in(.singleton), .in(.scoped(…))\(weak) or .in(.transient)"])
  }

  @Test func `are wrong in a scope that asks synchronously`() {
    let graph = Self.graph(bind(Car.self), .custom(TypeName(text: "Pool")))
    #expect(graph.found == ["async-need"])
    #expect(
      graph.report.diagnostics.first?.message == "'Radio' is made asynchronously, but its scope makes instances synchronously")
  }

  @Test func `are worked out over the whole graph`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, .of(Dashboard.self)), bind(Dashboard.self, .transient, .of(Radio.self)),
        bind(Radio.self, .singleton).awaited, bind(Wheel.self), bind(Garage.self, .transient, .provider(Car.self))))
    #expect(Wiring(graph).awaits() == [true, true, true, false, false])
  }

  @Test func `in a custom scope have no help that would make the factory asynchronous`() throws {
    let custom = Graph.Scope.custom(TypeName(text: "Pool"))
    let found = Self.graph(bind(Car.self, custom, .of(Radio.self))).findings(.asyncNeed)
    #expect(
      found.map(\.help) == ["let 'Car' take AsyncProvider<Radio> or Lazy<Radio>, or share 'Radio' with .in(.singleton)"])
  }

  @Test func `are wrong in the closure of a custom scope, taken or asked for, and right where it awaits them`() {
    func found(_ need: Graph.Need) -> [String] {
      let car = bind(Car.self, .custom(TypeName(text: "Pool")), need.declared)
      return Self.graph(car).findings(.asyncNeed).map { "\($0.message); \($0.help ?? "")" }
    }
    let rest = "'Radio', which is made asynchronously each time; share 'Radio' with .in(.singleton)"
    #expect(found(.of(Radio.self)) == ["the scope of 'Car' takes \(rest)"])
    #expect(found(.provider(Radio.self)) == ["the scope of 'Car' synchronously resolves \(rest)"])
    #expect(found(.lazy(Radio.self)) == [])
  }

  @Test func `in a closure that returns a list have a closure of a list as their help`() throws {
    let list = Graph.Need(
      key: keyOf((() -> [Radio]).self),
      wrappers: [.init(form: .closure, key: keyOf([Radio].self)), .init(form: .collection, key: keyOf(Radio.self))])
    let graph = Graph(
      modules: [module("CarModule", bind(Car.self, .transient, list), bind(Radio.self).contributing().awaited)], roots: [],
      kinds: [])
    #expect(
      graph.findings(.asyncNeed).map(\.help) == [
        "let 'Car' take () async throws -> [Radio], [AsyncProvider<Radio>] or [Lazy<Radio>], or share 'Radio' with .in(.singleton)"
      ])
  }
}
