// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

protocol Beacon: Sendable {}
struct Candle: Beacon {}

private final class Shade: Sendable {}
private struct Torch { let make: () -> Shade? }
private struct Row { let lamps: [any Beacon] }
private struct Candles { let all: [Candle] }
private struct Map { let lamps: [String: any Beacon] }
private struct Switch { let press: (Int) -> Candle }
private enum Colour { case red }
private struct Bulb {
  init(colour: String = "warm", watts: Int = 3, shade: Shade) {}
}
@MainActor private final class Stage { init() {} }
private struct Show { let stage: Stage }
private enum Act: ScopeKind { typealias Input = Inputs<String> }

/// What a finding, or an error, says and what it tells to do.
private func advice(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> [String] {
  advice(Container.check(InlineModule("Hall", bindings)))
}

private func advice(_ report: Report) -> [String] {
  report.errors.first.map { [$0.message, $0.similar.joined(separator: "; "), $0.help ?? ""].filter { !$0.isEmpty } } ?? []
}

private func advice(of request: () throws -> some Any) -> [String] {
  let error = #expect(throws: ResolutionError.self) { _ = try request() }
  return error.map { [$0.diagnostic.message] + $0.diagnostic.notes + $0.diagnostic.similar + [$0.diagnostic.help ?? ""] } ?? []
}

@Suite("The help of a finding is the code that mends it") struct PrintedHelpTests {
  @Test func `a closure of an optional needs a bind of the type, or is a provider`() throws {
    #expect(
      advice { Bind { (make: @escaping () -> Shade?) in Torch(make: make) } } == [
        "nothing is bound for 'Shade?', which '() -> Shade?' would have to return",
        "add Bind { Shade(…) } to Hall, or let 'Torch' take Provider<Shade?>, which gives nil",
      ])
    #expect(
      advice { Bind { (make: @escaping @Sendable () async throws -> (any Beacon)?) in 1 } } == [
        "nothing is bound for '(any Beacon)?', which '@Sendable () async throws -> (any Beacon)?' would have to return",
        "add Bind((any Beacon).self, …) to Hall, or let 'Int' take AsyncProvider<(any Beacon)?>, which gives nil",
      ])
    #expect(
      advice { Bind { (make: @escaping () -> [Shade]) in 1 } }.last
        == "add .contribute() to a binding of Shade, or add .allowEmpty([Shade].self) to the binding that needs it")
    let container = try Container {
      Bind { Shade() }
      Bind { (make: @escaping () -> Shade?) in Torch(make: make) }
    }
    #expect(try container.resolve(Torch.self).make() != nil)
    let empty = try Container {}
    #expect(
      advice { try empty.resolve((() -> Shade?).self) } == [
        "nothing is bound for '() -> Shade?'",
        "bind what it returns in a module, resolve Provider<Shade?>, which gives nil, or use resolveIfBound(_:)",
      ])
    #expect(try empty.resolve(Provider<Shade?>.self).make() == nil)
  }

  @Test func `an override that takes what it replaces is a decorator`() throws {
    let base = try Container { Bind(instance: 1) }
    let finding = [
      "'Int' needs itself before it is built",
      "an override cannot take what it replaces; wrap that instead: Decorate(Int.self) { inner in … }",
    ]
    func failure(_ make: () throws(GraphError) -> Container) -> [String] {
      do {
        _ = try make()
        return []
      } catch { return advice(error.report) }
    }
    #expect(failure { () throws(GraphError) in try base.child { Bind { (x: Int) in x + 1 }.override } } == finding)
    #expect(failure { () throws(GraphError) in try base.child { Bind { (x: Int) in x + 1 } } } == finding)
    #expect(failure { () throws(GraphError) in try base.rebuilt { Bind { (x: Int) in x + 1 } } } == finding)
    #expect(
      failure { () throws(GraphError) in
        try Container {
          Bind((any Beacon).self, Candle.init).named("a")
          Bind((any Beacon).self) { (old: any Beacon, x: Int, make: @escaping @Sendable () -> Shade) in old }
            .named("a").needs((any Beacon).self, named: "a").override
          Bind(Shade.init)
          Bind(instance: 1)
        }
      }.last == "an override cannot take what it replaces; wrap that instead: Decorate((any Beacon).self) "
        + "{ (inner: any Beacon, other1: Int, other2: @escaping @Sendable () -> Shade) in … }.named(\"a\")")
    #expect(try base.child { Decorate(Int.self) { inner in inner + 1 } }.resolve(Int.self) == 2)
    #expect(try base.rebuilt { Decorate(Int.self) { inner in inner + 1 } }.resolve(Int.self) == 2)
    _ = try Container {
      Bind((any Beacon).self, Candle.init).named("a")
      Decorate((any Beacon).self) { (inner: any Beacon, other1: Int, other2: @escaping @Sendable () -> Shade) in inner }.named(
        "a")
      Bind(Shade.init)
      Bind(instance: 1)
    }
  }

  @Test func `an override that asks later for what it replaces is told so while it runs`() throws {
    let child = try Container { Bind(instance: 1) }.child { Bind { (x: Provider<Int>) in try x.make() + 1 }.override }
    #expect(
      advice { try child.resolve(Int.self) } == [
        "'Int' is needed while it is being built",
        "let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built; "
          + "to wrap what an override replaces, write Decorate(Int.self) { inner in … } instead",
      ])
  }

  @Test func `an enum has cases, so its bind is a closure`() {
    #expect(
      advice { Bind { (colour: Colour) in 1 } }.last
        == "add Bind(Colour.self) { … } to Hall, or make the dependency optional: Colour?")
  }

  @Test func `all that is missing and likely to have a default is left out together`() throws {
    #expect(
      advice {
        Bind(Bulb.init)
        Bind(Shade.init)
      }.last?.hasSuffix("if the initializer of 'Bulb' has a default value for it, leave it out: Bind { Bulb(…: $0) }") == true)
    _ = try Container {
      Bind { Bulb(shade: $0) }
      Bind(Shade.init)
    }
  }

  @Test func `a factory of an actor is shown with its actor`() throws {
    #expect(
      advice {
        Bind(Stage.init)
        Bind(Show.init)
      }.last?.hasPrefix("write @MainActor on the factory of 'Show' too: Bind { @MainActor in Show(…: $0) }, ") == true)
    _ = try Container {
      Bind(Stage.init)
      Bind { @MainActor in Show(stage: $0) }
    }
  }

  @Test func `a scope that is not open is shown with its inputs, and with the container whose scope is`() throws {
    let make = { @Sendable () throws(GraphError) in try Container { Bind(Shade.init).in(.scoped(Act.self)) } }
    let (one, other) = (try make(), try make())
    #expect(
      advice { try one.resolve(Shade.self) } == [
        "'Shade' lives in the scope 'Act', which is not open here", "resolve it inside withScope(Act.self, …) { scope in … }",
      ])
    try other.withScope(Act.self, "first") { _ in
      #expect(
        advice { try one.resolve(Shade.self) } == [
          "'Shade' lives in the scope 'Act', of which only one of another container is open here",
          "resolve it inside withScope(Act.self, …) { scope in … } of the same container, or resolve it from the container whose scope is open",
        ])
    }
  }
}

@Suite("The near misses of a list") struct NearPartsTests {
  private static let emptyRow = "nothing contributes to '[any Beacon]'"
  private static let allowed = ", or .allowEmpty([any Beacon].self) to the binding that needs it"

  @Test func `are contributions of a type that conforms`() throws {
    let found = advice {
      Bind(Candle.init, fileID: "Hall/Hall.swift", line: 2, column: 1).contribute()
      Bind(Row.init)
    }
    #expect(
      found == [
        Self.emptyRow, "'Candle' (Hall.swift:2), which conforms to it and contributes to [Candle]",
        "write .contribute(to: (any Beacon).self) { $0 } instead of .contribute() on 'Candle'" + Self.allowed,
      ])
    let keyed = advice {
      Bind(Candle.init, fileID: "Hall/Hall.swift", line: 2, column: 1)
      Bind(Map.init)
    }
    #expect(
      keyed == [
        "nothing contributes to '[String: any Beacon]'",
        "'Candle' (Hall.swift:2), which conforms to it, but does not contribute",
        "add .contribute(to: (any Beacon).self, key: …) { $0 } to the binding of 'Candle', "
          + "or .allowEmpty([String: any Beacon].self) to the binding that needs it",
      ])
    let container = try Container {
      Bind(Candle.init).contribute(to: (any Beacon).self, key: "a") { $0 }
      Bind(Row.init)
      Bind(Map.init)
    }
    #expect(try container.resolve(Row.self).lamps.count == 1)
  }

  @Test func `are contributions of a protocol to which the type conforms`() {
    let found = advice {
      Bind((any Beacon).self, Candle.init, fileID: "Hall/Hall.swift", line: 2, column: 1).contribute()
      Bind(Candles.init)
    }
    #expect(
      found == [
        "nothing contributes to '[Candle]'",
        "'any Beacon' (Hall.swift:2), to which it conforms, and which contributes to [any Beacon]",
        "let 'Candles' take [any Beacon], or .allowEmpty([Candle].self) to the binding that needs it",
      ])
  }

  @Test func `are contributions to the list of a name`() throws {
    let found = advice {
      Bind((any Beacon).self, Candle.init, fileID: "Hall/Hall.swift", line: 2, column: 1).named("n").contribute()
      Bind(Row.init)
    }
    #expect(
      found == [
        Self.emptyRow, "'any Beacon' named \"n\" (Hall.swift:2), which contributes to [any Beacon] named \"n\"",
        "say .needs([any Beacon].self, named: \"n\") on the binding of 'Row', or leave out the name of the contribution"
          + Self.allowed,
      ])
    let container = try Container {
      Bind((any Beacon).self, Candle.init).named("n").contribute()
      Bind(Row.init).needs([any Beacon].self, named: "n")
    }
    #expect(try container.resolve(Row.self).lamps.count == 1)
    let plain = advice {
      Bind((any Beacon).self, Candle.init).contribute()
      Bind(Row.init).needs([any Beacon].self, named: "n")
    }
    #expect(plain.last?.hasPrefix("leave out the name on the binding of 'Row': the contributions have none, or") == true)
  }

  @Test func `are told to the program too`() throws {
    let container = try Container { Bind(Candle.init, fileID: "Hall/Hall.swift", line: 2, column: 1).named("n").contribute() }
    #expect(
      advice { try container.resolve([Candle].self) } == [
        "nothing is bound for '[Candle]'", "'Candle' named \"n\" (Hall.swift:2), which contributes to [Candle] named \"n\"",
        "add .contribute() to the bindings that are to be its parts, or use resolveIfBound(_:)",
      ])
  }

  @Test func `that lies partly in a scope speak of the list`() throws {
    let found = advice {
      Bind((any Beacon).self, Candle.init).contribute()
      Bind((any Beacon).self, Candle.init).in(.scoped(Act.self)).contribute()
      Bind { (lamps: [any Beacon]) in lamps.count }.in(.singleton)
    }
    #expect(
      found.first
        == "'Int' (singleton) would keep '[any Beacon]' with its part 'any Beacon' (scoped(Act)), which lives shorter")
    let container = try Container {
      Bind((any Beacon).self, Candle.init).contribute()
      Bind((any Beacon).self, Candle.init).in(.scoped(Act.self)).contribute()
    }
    #expect(
      advice { try container.resolve([any Beacon].self) } == [
        "'any Beacon' lives in the scope 'Act', which is not open here", "it is a part of '[any Beacon]'",
        "resolve it inside withScope(Act.self, …) { scope in … }",
      ])
  }

  @Test func `of functions are those with other attributes`() throws {
    let found = advice {
      Bind({ () -> @Sendable (Int) -> Candle in { _ in Candle() } }, fileID: "Hall/Hall.swift", line: 2, column: 1)
      Bind(Switch.init)
    }
    #expect(
      found == [
        "nothing is bound for '(Int) -> Candle'", "'@Sendable (Int) -> Candle' (Hall.swift:2), which is another function type",
        "let 'Switch' take @Sendable (Int) -> Candle, which is bound, or add Bind(((Int) -> Candle).self) { … } to Hall",
      ])
  }
}
