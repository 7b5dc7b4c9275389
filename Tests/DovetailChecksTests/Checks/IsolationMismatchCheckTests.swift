// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Needs of what belongs to an actor` {
  private static func graph(_ requester: Graph.Binding) -> Graph {
    Graph(module("CarModule", requester, bind(Radio.self, .singleton).onMain))
  }

  @Test(arguments: [Graph.Need.of(Radio.self), .optional(Radio.self), .of(Radio.self).asProperty, .of(Radio.self).declared])
  func `are wrong in a synchronous factory that runs anywhere`(need: Graph.Need) {
    #expect(Self.graph(bind(Car.self, .transient, need)).found == ["isolation-mismatch"])
    #expect(Self.graph(bind(Car.self, .transient, need).onMain).found == [])
  }

  @Test func `are awaited as parameters of an asynchronous factory, but not as its properties`() {
    #expect(Self.graph(bind(Car.self, .transient, .of(Radio.self)).awaited).found == [])
    #expect(Self.graph(bind(Car.self, .transient, .of(Radio.self).asProperty).awaited).found == ["isolation-mismatch"])
  }

  @Test func `are right as properties that an asynchronous binding sets on the actor, but not as parameters that stay there`() {
    func found(_ need: Graph.Need, stays: Bool) -> [String] {
      var radio = bind(Radio.self).onMain
      radio.staysOnActor = stays
      return Graph(module("CarModule", bind(Car.self, .transient, need).awaited.onMain, radio)).found
    }
    #expect(found(.of(Radio.self).asProperty, stays: false) == [])
    #expect(found(.of(Radio.self).asProperty, stays: true) == [])
    #expect(found(.of(Radio.self), stays: false) == [])
    #expect(found(.of(Radio.self), stays: true) == ["isolation-mismatch"])
  }

  @Test func `do not belong to the actor on which an asynchronous binding sets their properties`() {
    let radio = bind(Radio.self, .singleton).awaited.onMain
    #expect(Graph(module("CarModule", bind(Car.self, .transient, .of(Radio.self)), radio)).found == [])
  }

  @Test(arguments: [Graph.Need.provider(Radio.self), .lazy(Radio.self), .closure(Radio.self), .provider(Radio.self).declared])
  func `are right where they are asked for later`(need: Graph.Need) {
    #expect(Self.graph(bind(Car.self, .transient, need)).found.filter { $0 == "isolation-mismatch" } == [])
  }

  @Test func `are a warning behind a plain closure that does not belong there, unless they are shared`() {
    func found(_ need: Graph.Need, _ scope: Graph.Scope = .transient) -> [String] {
      Graph(module("CarModule", bind(Car.self, .transient, need), bind(Radio.self, scope).onMain)).found
    }
    #expect(found(.closure(Radio.self)) == ["isolation-mismatch"])
    #expect(found(.closure(Radio.self), .graph) == ["isolation-mismatch"])
    #expect(found(.closure(Radio.self), .weak) == [])
    #expect(found(.closureOnMain(Radio.self)) == [])
    #expect(found(.provider(Radio.self)) == [])
  }

  @Test func `are wrong behind a plain closure that the closure of a custom scope takes, where they stay on the actor`() {
    var radio = bind(Radio.self, .singleton).onMain
    radio.staysOnActor = true
    let car = bind(Car.self, .custom(TypeName(text: "Pool")), .closure(Radio.self).declared)
    #expect(
      Graph(module("CarModule", car, radio)).findings(.isolationMismatch).map(\.message)
        == ["the scope of 'Car' takes '() -> Radio', but 'Radio' belongs to MainActor and is not Sendable"])
  }

  @Test func `are right where an asynchronous factory resolves them itself, and wrong where its hook does`() {
    func found(_ place: Graph.Need.Place) -> [String] {
      Self.graph(bind(Car.self, .transient, .resolver(place), .of(Radio.self).declared).awaited).found
    }
    #expect(found(.parameter) == [])
    #expect(found(.property) == ["isolation-mismatch"])
  }

  @Test func `are wrong in a decorator that runs anywhere, and right in one of the actor`() {
    #expect(Graph(module("CarModule", bind(Radio.self).onMain, decorate(Radio.self))).found == ["isolation-mismatch"])
    #expect(Graph(module("CarModule", bind(Radio.self).onMain, decorate(Radio.self).onMain)).found == [])
  }

  @Test func `are wrong where a decorator that runs anywhere resolves them itself`() {
    func graph(_ decorator: Graph.Binding) -> Graph {
      Graph(module("CarModule", bind(Car.self), decorator, bind(Radio.self, .singleton).onMain))
    }
    let decorator = decorate(Car.self, .resolver(.parameter), .of(Radio.self).declared)
    #expect(graph(decorator.onMain).found == [])
    #expect(
      graph(decorator).report.diagnostics.map { "\($0.severity): \($0.message)\n\($0.help ?? "")" } == [
        """
        warning: synchronous code of 'Car' cannot always resolve 'Radio', which belongs to MainActor
        write @MainActor on the decorator of 'Car' too, or let it resolve and declare AsyncProvider<Radio> or Lazy<Radio>
        """
      ])
  }
}
