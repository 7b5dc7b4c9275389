// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct AsyncScopeTests {
  @Test func `an async bind of a scope is built once for every open scope`() async throws {
    let built = Counter()
    let container = try Container {
      Bind { (order: Order) async -> String in "order \(order.number), build \(built.add())" }.in(.scoped(Workshop.self))
      Bind { (text: String) in text.count }
    }
    let first = try container.openScope(Workshop.self, Order(number: 7))
    let texts = await together(16) { _ in try await first.resolve(String.self) }
    #expect(texts.map(\.summary) == Array(repeating: "order 7, build 1", count: 16))
    #expect(try await first.resolve(Int.self) == 16)
    let second = try container.openScope(Workshop.self, Order(number: 8))
    #expect(
      failure { try second.resolve(Int.self) }
        == "[async-need] 'String' is made asynchronously and is not there yet\nInt -> String")
    #expect(try await second.resolve(Int.self) == 16)
    #expect(built.value == 2)
    try await first.close()
    #expect(
      await asyncFailure { try await first.resolve(Int.self) }
        == "[closed] 'Int' was resolved after the scope 'Workshop' had closed\n")
  }

  @MainActor
  @Test func `a value of the current scope reaches who awaited it, although the scope has closed meanwhile`() async throws {
    let (building, door) = (Counter(), Door())
    let container = try Container {
      Bind { () async in
        building.add()
        await door.pass()
        return Wheel()
      }.in(.scoped(Yard.self))
    }
    let scope = try container.openScope(Yard.self)
    let request = Task { @MainActor in try await scope.asCurrent { try await container.resolve(Wheel.self) } }
    await yield { building.value > 0 }
    // The request returns to the main actor, which is busy until the scope has closed.
    func close() throws -> Wheel? {
      door.open()
      var wheel: Wheel?
      spin {
        wheel = try? scope.resolve(Wheel.self)
        return wheel != nil
      }
      try scope.close()
      return wheel
    }
    let wheel = try close()
    #expect(try await request.value === wheel)
  }

  @Test func `outside of its scope it is the same error as ever`() async throws {
    let container = try Container { Bind { (order: Order) async in "order \(order.number)" }.in(.scoped(Workshop.self)) }
    #expect(
      await asyncFailure { try await container.resolve(String.self) }
        == "[scope-not-open] 'String' lives in the scope 'Workshop', which is not open here\nString")
  }

  @Test func `a weak async bind is shared while somebody holds it, and made anew after that`() async throws {
    let built = Counter()
    let container = try Container {
      Bind { () async -> Road in Road(name: "road \(built.add())") }.in(.weak)
      Bind { (road: Road) in road.name }
    }
    var road: Road? = try await container.resolve(Road.self)
    #expect(try await container.resolve(Road.self) === road)
    #expect(try await container.resolve(String.self) == "road 1")
    road = nil
    #expect(try await container.resolve(String.self) == "road 2")
  }

  @Test func `what lives for one request is shared by all parts of an awaited request`() async throws {
    let wheels = Counter()
    let container = try Container {
      Bind { wheels.add() }.in(.graph)
      Bind { (wheel: Int) async -> Road in Road(name: "\(wheel)") }
      Bind { (wheel: Int, road: Road) async -> String in "\(wheel) \(road.name)" }
    }
    #expect(try await container.resolve(String.self) == "1 1")
    #expect(try await container.resolve(String.self) == "2 2")
  }

  @Test func `a weak value that is alive is awaited without building its weak needs again`() async throws {
    let built = Counter()
    let container = try Container {
      Bind { () async -> Road in Road(name: "road \(built.add())") }.in(.weak)
      Bind { (_: Road) in Wheel() }.in(.weak)
      Bind { (_: Road) async in HybridEngine() }.in(.weak)
      Bind { (wheel: Wheel) in [wheel] }
    }
    var wheel: Wheel? = try await container.resolve(Wheel.self)
    #expect(try await container.resolve(Wheel.self) === wheel)
    #expect(try await container.resolve([Wheel].self).first === wheel)
    #expect(built.value == 1)
    let engine = try await container.resolve(HybridEngine.self)
    #expect(try await container.resolve(HybridEngine.self) === engine)
    #expect(built.value == 2, "nothing holds the road")
    wheel = nil
    _ = try await container.resolve(Wheel.self)
    #expect(built.value == 3)
  }

  @Test func `a scope's value that exists is awaited without building its weak needs again`() async throws {
    let built = Counter()
    let container = try Container {
      Bind { () async throws in
        if built.add() > 1 { throw CancellationError() }
        return Wheel()
      }.in(.weak)
      Bind { (_: Wheel) in Road() }.in(.scoped(Yard.self))
      Bind { (road: Road) in [road] }
    }
    let yard = try container.openScope(Yard.self)
    let road = try await yard.resolve(Road.self)
    #expect(try await yard.resolve(Road.self) === road)
    #expect(try await yard.resolve([Road].self).first === road)
    #expect(built.value == 1)
    try await yard.close()
  }

  private struct Watcher: Observer {
    let observesReuse: Bool
    func observe(_ event: Event) {}
  }

  /// Takes what is made asynchronously, and forgets it.
  private final class Rates: Sendable { init(road: Road) {} }

  @Test(arguments: [false, true])
  func `what exists needs nothing any more, whoever observes it and wherever it lives`(observesReuse: Bool) async throws {
    let built = Counter()
    let container = try Container(observers: [Watcher(observesReuse: observesReuse)]) {
      Bind { () async -> Road in Road(name: "\(built.add())") }.in(.weak)
      Bind(Rates.init).in(.singleton)
      Bind(Rates.init).named("yard").in(.scoped(Yard.self))
      Bind { (road: Road) in NotSendable(road.name) }.in(.singleton, on: MainActor.self)
    }
    let child = try container.child {}
    for _ in 0..<2 { _ = try await container.resolve(Rates.self) }
    #expect(built.value == 1)
    try await container.withScope(Yard.self) { scope in
      for _ in 0..<2 { _ = try await scope.resolve(Rates.self, named: "yard") }
      _ = try await child.resolve(Rates.self, named: "yard")
    }
    #expect(built.value == 2)
    try await Self.keep(container)
    #expect(built.value == 3)
  }

  @MainActor private static func keep(_ container: Container) async throws {
    let awaited = try await container.resolve((@MainActor () async throws -> NotSendable).self)
    for _ in 0..<2 { _ = try await awaited() }
  }

  private final class NotSendable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @MainActor private final class Screen { init() {} }

  @Test(arguments: [false, true])
  func `a cancelled task gets what its actor has made`(observesReuse: Bool) async throws {
    let container = try Container(observers: [Watcher(observesReuse: observesReuse)]) {
      Bind(Screen.init).named("one").in(.singleton)
      Bind(Screen.init).named("weak").in(.weak)
      Bind(Screen.init).named("scoped").in(.scoped(Yard.self))
      Bind(Screen.init)
    }
    let scope = try container.openScope(Yard.self)
    @Sendable func cancelled(_ name: String?) async -> Screen? {
      let task = Task { () async throws -> Screen in
        await yield { Task.isCancelled }
        return try await scope.resolve(Screen.self, named: name)
      }
      task.cancel()
      return try? await task.value
    }
    for name in ["one", "weak", "scoped"] {
      let screen = try await scope.resolve(Screen.self, named: name)
      #expect(await cancelled(name) === screen)
    }
    #expect(await cancelled(nil) == nil)
    try await scope.close()
  }
}
