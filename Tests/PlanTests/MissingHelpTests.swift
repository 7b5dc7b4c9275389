// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Foundation
import Testing
import CoreTestSupport
import TestSupport

/// Wraps what it is itself.
private final class LoudEngine: Engine {
  let power = 1
  let label = "loud"
  init(inner: any Engine) {}
}

@Suite("What to write when something is missing") struct MissingHelpTests {
  private func help(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> String {
    let report = Container.check(InlineModule("GarageModule", bindings))
    let finding = report.diagnostics.first { $0.id == .missingBinding }
    return finding?.help ?? "\(report)"
  }

  @Test func `for a closure that takes arguments it is a Factory, or the closure as such`() {
    #expect(
      help {
        Bind { (make: @escaping @Sendable (String, (Int) -> Bool) async throws -> Road) in 1 }
      } == "let 'Int' take Factory<Road, String, (Int) -> Bool>, "
        + "add Bind((@Sendable (String, (Int) -> Bool) async throws -> Road).self) { … } to GarageModule, "
        + "or make the dependency optional: (@Sendable (String, (Int) -> Bool) async throws -> Road)?")
  }

  @Test func `for a closure that says which errors it throws it is one that does not`() {
    #expect(
      help {
        Bind { Road() }
        Bind { (make: @escaping () async throws(ResolutionError) -> Road) in 1 }
      } == "let 'Int' take () async throws -> Road, "
        + "add Bind((() async throws(ResolutionError) -> Road).self) { … } to GarageModule, "
        + "or make the dependency optional: (() async throws(ResolutionError) -> Road)?")
  }

  @Test func `for a container or an open scope it is the resolver`() {
    #expect(help { Bind { (container: Container) in 1 } } == "let 'Int' take any Resolver")
    #expect(help { Bind { (scope: OpenScope) in 1 } } == "let 'Int' take any Resolver")
  }

  @Test func `for what has no initialiser to name it is a closure`() {
    #expect(
      help { Bind { (pair: (Int, Wheel)) in Road() } }
        == "add Bind((Int, Wheel).self) { … } to GarageModule, or make the dependency optional: (Int, Wheel)?")
    #expect(
      help { Bind { (wheels: [Int: Wheel]) in Road() } }
        == "add Bind([Int: Wheel].self) { … } to GarageModule, or make the dependency optional: [Int: Wheel]?")
    #expect(
      help { Bind { (kind: Wheel.Type) in Road() } }
        == "add Bind(Wheel.Type.self) { … } to GarageModule, or make the dependency optional: Wheel.Type?")
  }

  @Test func `for a protocol it is never the bind that asks for it, though that conforms`() {
    #expect(
      help { Bind(LoudEngine.init) }
        == "add Bind((any Engine).self, …) to GarageModule, or make the dependency optional: (any Engine)?")
    #expect(
      help {
        Bind(LoudEngine.init)
        Bind(HybridEngine.init)
      }
        == "add Bind((any Engine).self) { (it: HybridEngine) in it } to GarageModule, or make the dependency optional: (any Engine)?"
    )
  }

  @Test func `for a class that is bound as its protocol it is to take that`() {
    #expect(
      help {
        Bind { (engine: HybridEngine) in engine.power }
        Bind((any Engine).self, HybridEngine.init)
      }
        == "add Bind { HybridEngine(…) } to GarageModule, let 'Int' take any Engine, or make the dependency optional: HybridEngine?"
    )
  }

  @Test func `for a list that the program resolves it is to contribute`() throws {
    let container = try Container { Bind(Wheel.init) }
    let error = #expect(throws: ResolutionError.self) { try container.resolve([Wheel].self) }
    #expect(
      error?.diagnostic.help
        == "add .contribute(to: Wheel.self) { $0 } to the bindings that are to be its parts, or use resolveIfBound(_:)")
    #expect(try container.resolveIfBound([Wheel].self) == nil)
  }

  @Test func `for a type whose initialiser may fail it is what that binds`() throws {
    #expect(
      help {
        Bind(Level.init).arguments(Int.self)
        Bind { (level: Level) in Road() }
      } == "add Bind(Level.self) { … } to GarageModule")
    #expect(
      help {
        Bind { 7 }
        Bind(Level.init)
        Bind { (level: Level) in Road() }
      }
        == "let 'Road' take Level?, or add Bind(Level.self) { (it: Level?) in guard let it else { throw … }; return it } to GarageModule"
    )
    let container = try Container {
      Bind { 7 }
      Bind(Level.init)
    }
    #expect(try container.resolve(Level?.self)?.number == 7)
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Level.self) }
    #expect(
      error?.diagnostic.help == "bind it in a module, resolve Level?, which may be nil, or use resolveIfBound(_:)")
  }

  @Test func `for a type whose initialiser may fail it never repeats the bind that is there`() {
    let guarded = "Bind(Level.self) { (it: Level?) in guard let it else { throw … }; return it }"
    let cases: [(String, String)] = [
      (
        help {
          Bind { 7 }
          Bind(Level.init).named("high")
          Bind { (level: Level) in Road() }.needs(Level.self, named: "high")
        },
        "let 'Road' take Level?, or add \(guarded).needs(Level?.self, named: \"high\").named(\"high\") to GarageModule"
      ),
      (
        help {
          Bind { 7 }
          Bind(Level.init).named("high")
          Bind { (level: Level) in Road() }
        }, "add Bind(Level.self) { … } to GarageModule, or make the dependency optional: Level?"
      ),
      (
        help {
          Bind { 7 }
          Bind(Level.init).contribute()
          Bind { (level: Level) in Road() }
        }, "add Bind(Level.self) { … } to GarageModule, or make the dependency optional: Level?"
      ),
    ]
    for (help, wanted) in cases { #expect(help == wanted) }
  }

  @Test func `for a number or a text it is to leave out a parameter with a default, in a form that compiles`() throws {
    func leftOut(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> String? {
      help(bindings).components(separatedBy: "has a default value for it, leave it out: ").dropFirst().first
    }
    #expect(
      help { Bind(Horn.init) } == "add Bind(Int.self) { … } to GarageModule, say .arguments(Int.self) if the caller gives it, "
        + "make the dependency optional: Int?, or if the initializer of 'Horn' has a default value for it, leave it out: Bind { Horn() }"
    )
    #expect(
      leftOut {
        Bind(Bugle.init)
        Bind(Wheel.init).contribute()
        Bind((any Engine).self, HybridEngine.init)
        Bind { HTTPRoad() }
        Bind { Road() }
      } == "Bind { Bugle(…: $0, …: $1, …: $2, …: $3) }")
    #expect(leftOut { Bind((any Engine).self, LateEngine.init) } == "Bind((any Engine).self) { await …(…: $0) }")
    #expect(leftOut { Bind(Screen.init) } == "Bind { @MainActor in Screen(…: $0) }")
    #expect(leftOut { Bind(Gauge.init) } == "Bind { Gauge() }", "its initialiser may fail")
    // These are the forms, with the labels that the types have.
    _ = try Container {
      Bind { Horn() }
      Bind { Bugle(wheels: $0, engine: $1, httpRoad: $2, road: $3) }
      Bind((any Engine).self) { await LateEngine(road: $0) }.in(.singleton)
      Bind { @MainActor in Screen(road: $0) }
      Bind { Gauge() }
      Bind(Wheel.init).contribute()
      Bind { HTTPRoad() }
      Bind { Road() }
    }
  }

  @Test(arguments: [false, true])
  func `for a type of the program, or a bind by a closure, no default is assumed`(isOwn: Bool) {
    let help = isOwn ? help { Bind { (road: Road) in Horn() } } : help { Bind { (volume: Int) in "\(volume)" } }
    #expect(!help.contains("default"))
  }

  @Test func `a factory that asks for what it makes itself is not told that this nearly matches`() throws {
    let container = try Container {
      Bind(LoudEngine.self) { (resolver: any Resolver) in try LoudEngine(inner: resolver.resolve()) }
      Bind(Wheel.self) { (resolver: any Resolver) in try resolver.resolve([Wheel].self)[0] }
    }
    for request in [{ _ = try container.resolve(LoudEngine.self) }, { _ = try container.resolve(Wheel.self) }]
      as [() throws -> Void]
    {
      let error = #expect(throws: ResolutionError.self) { try request() }
      #expect(error?.code == .missing)
      #expect(error?.diagnostic.similar == [])
    }
    #expect(
      #expect(throws: ResolutionError.self) { try container.resolve((any Engine).self) }?.diagnostic.similar.count == 1)
  }

  @Test func `a list is not told that the bind that takes it nearly contributes`() {
    let report = Container.check(
      InlineModule("engines") { Bind((any Engine).self) { (all: [any Engine]) in LoudEngine(inner: all[0]) } })
    #expect(report.errors.map(\.id) == [.emptyCollection])
    #expect(report.errors.first?.similar == [])
  }
}

private struct HTTPRoad: Sendable {}

private final class Horn: Sendable { init(volume: Int = 3) {} }

private final class Bugle: Sendable {
  init(wheels: [Wheel], engine: any Engine, volume: Int = 3, httpRoad: HTTPRoad, road: Provider<Road>) {}
}

private struct LateEngine: Engine {
  let power = 1
  let label = "late"
  init(road: Road, size: Double = 1) async {}
}

@MainActor private final class Screen { init(road: Road, width: Int = 80) {} }

private struct Gauge: Sendable { init?(limit: Int = 3) {} }

/// Made by an initialiser that may fail.
private struct Level: Sendable {
  let number: Int

  init?(number: Int) {
    guard number > 0 else { return nil }
    self.number = number
  }
}
