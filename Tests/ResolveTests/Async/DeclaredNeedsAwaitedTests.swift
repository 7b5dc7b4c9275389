// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// A scope that was made with the tank there, and shares nothing.
private struct Fuelled: CustomScope {
  init(_ tank: Tank) { #expect(tank.litres == 60) }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }

  private struct Storage<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { try make() }
  }
}

private enum Trip: ScopeKind {}

@Suite("What a synchronous factory resolves by itself, and what its scope takes, is awaited first")
struct DeclaredNeedsAwaitedTests {
  @Test func `what the closure of a custom scope takes, also beneath a decorator and for other binds`() async throws {
    let container = try Container {
      Bind(Tank.init).in(.singleton)
      Bind(Wheel.init).in(.custom { (tank: Tank) in Fuelled(tank) })
      Bind((any Engine).self, HybridEngine.init).in(.custom { (tank: Tank) in Fuelled(tank) })
      Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
      Bind { (wheel: Wheel) in [wheel] }
    }
    #expect(container.report.diagnostics.isEmpty)
    #expect(
      failure { try container.resolve([Wheel].self) } == """
        [async-need] 'Tank' is made asynchronously and is not there yet
        [Wheel] -> Wheel -> Tank
        """)
    #expect(try await container.resolve([Wheel].self).count == 1)
    #expect(try await container.rebuilt {}.resolve((any Engine).self).label == "tuned hybrid")
  }

  @Test func `the clock of a time to live`() async throws {
    let container = try Container {
      Bind((any Clock<Duration>).self) { () async in ContinuousClock() }.in(.singleton)
      Bind(Wheel.init).in(.timeToLive(.seconds(60)))
    }
    #expect(try await container.resolve(Wheel.self) === container.resolve(Wheel.self))
  }

  @Test func `what 'needs' declares of a factory with a resolver`() async throws {
    for scope in [Scope.Shared.singleton, .weak, .scoped(Trip.self)] {
      let container = try Container {
        Bind(Tank.init).in(scope)
        Bind { (resolver: any Resolver) in try resolver.resolve(Tank.self).litres }.needs(Tank.self)
        Bind { (litres: Int) in "\(litres)" }
        Opens(Trip.self)
      }
      #expect(container.report.diagnostics.isEmpty)
      #expect(try await container.withScope(Trip.self) { trip in try await trip.resolve(String.self) } == "60")
    }
  }

  @Test func `what 'needs' declares of an onCreate with a resolver, whose factory may be asynchronous`() async throws {
    for isAsync in [false, true] {
      let made = Log()
      let road = isAsync ? Bind { () async in Road(name: "A1") } : Bind { Road(name: "A1") }
      let container = try Container {
        Bind(Tank.init).in(.singleton)
        road.onCreate { (road, resolver) in made.add("\(road.name) \(try resolver.resolve(Tank.self).litres)") }
          .needs(Tank.self)
      }
      #expect(try await container.resolve(Road.self).name == "A1")
      #expect(made.lines == ["A1 60"])
    }
  }

  @Test func `not what an asynchronous factory with a resolver declares: that awaits it itself`() async throws {
    let steps = Log()
    let container = try Container {
      Bind { () async -> Wheel in
        steps.add("wheel")
        return Wheel()
      }.in(.singleton)
      Bind { (resolver: any Resolver) async throws -> Road in
        steps.add("road")
        _ = try await resolver.resolve(Wheel.self)
        return Road()
      }.needs(Wheel.self)
    }
    _ = try await container.resolve(Road.self)
    #expect(steps.lines == ["road", "wheel"])
  }
}
