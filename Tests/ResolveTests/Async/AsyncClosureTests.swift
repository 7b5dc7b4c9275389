// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// What takes closures knows nothing of the framework.
private struct Desk {
  let plain: () async throws -> Delivery
  let sendable: @Sendable () async throws -> Delivery
  let sure: () async -> Delivery
  let sendableSure: @Sendable () async -> Delivery
}

/// The same words where a module turns on NonisolatedNonsendingByDefault.
private struct NewDesk {
  let plain: nonisolated(nonsending) () async throws -> Delivery
  let sendable: nonisolated(nonsending) @Sendable () async throws -> Delivery
  let sure: nonisolated(nonsending) () async -> Delivery
  let sendableSure: nonisolated(nonsending) @Sendable () async -> Delivery
}

private struct MainDesk {
  let plain: @MainActor () async throws -> Delivery
  let sure: @MainActor () async -> Delivery
}

@Suite struct AsyncClosureTests {
  private func depot(@BindingsBuilder _ more: @escaping @Sendable () throws -> Bindings = { Bindings() }) throws -> Container {
    try Container {
      Bind(Tank.init).in(.singleton)
      Bind(Delivery.init)
      try more()
    }
  }

  @Test func `a closure that awaits is a provider of what is made asynchronously`() async throws {
    let desk = try await depot { Bind(Desk.init) }.resolve(Desk.self)
    let deliveries = [try await desk.plain(), try await desk.sendable(), await desk.sure(), await desk.sendableSure()]
    #expect(Set(deliveries.map(ObjectIdentifier.init)).count == 4)
    #expect(Set(deliveries.map { ObjectIdentifier($0.tank) }).count == 1)
  }

  @Test func `so is one that runs where its caller does`() async throws {
    let desk = try await depot { Bind(NewDesk.init) }.resolve(NewDesk.self)
    let deliveries = [try await desk.plain(), try await desk.sendable(), await desk.sure(), await desk.sendableSure()]
    #expect(Set(deliveries.map(ObjectIdentifier.init)).count == 4)
  }

  @Test @MainActor func `so is one of the main actor, also for what belongs there`() async throws {
    let container = try depot {
      Bind(MainDesk.init)
      Bind { @MainActor in Wheel() }
    }
    let desk = try await container.resolve(MainDesk.self)
    let (first, second) = (try await desk.plain(), await desk.sure())
    #expect(first.tank === second.tank)
    let wheel = try await container.resolve((@Sendable () async throws -> Wheel).self)
    #expect(try await wheel() !== wheel())
  }

  @Test func `it makes what is not awaited, lists and optionals as well`() async throws {
    let container = try Container {
      Bind(Road.init(name:)).arguments(defaults: "Route 1")
      Bind(Wheel.init).contribute()
      Bind { () async in Wheel() }.contribute()
    }
    let road: () async throws -> Road = try await container.resolve()
    #expect(try await road().name == "Route 1")
    let wheels: () async throws -> [Wheel] = try await container.resolve()
    #expect(try await wheels().count == 2)
    let tank: () async throws -> Tank? = try await Container { Bind(Tank.init) }.resolve()
    #expect(try await tank()?.litres == 60)
  }

  @Test func `it hands over what is not Sendable where the caller is`() async throws {
    let container = try depot {
      Bind(Pump.init).in(.singleton)
      Bind(Station.init)
      Bind(Clerk.init)
    }
    let clerk: () async throws -> Clerk = try await container.resolve()
    #expect(try await clerk().station.tank.litres == 60)
    let sure: () async -> Clerk = try await container.resolve()
    #expect(await sure().station.tank.litres == 60)
  }

  @Test func `a throwing one throws what the request throws, with the path`() async throws {
    let container = try depot { Bind { (_: Delivery) async throws -> Road in throw Breakdown() } }
    let road: @Sendable () async throws -> Road = try await container.resolve()
    #expect(
      await asyncFailure(road) == """
        [failed-factory] the factory of 'Road' threw: Breakdown(reason: "out of fuel")
        Road
        """)
    try await container.close()
    #expect(await asyncFailure(road) == "[closed] 'Road' was resolved after the container had closed\n")
  }

  @Test func `a throwing one is cancelled with its task; one that cannot throw goes on to the end`() async throws {
    let (door, runs) = (Door(), Counter())
    let container = try Container {
      Bind { () async throws -> Road in
        runs.add()
        try await door.passUnlessCancelled()
        return Road()
      }
      Bind { (road: Road) async in Wheel() }.in(.singleton)
    }
    let throwing: @Sendable () async throws -> Road = try await container.resolve()
    let cancelled = Task { try await throwing() }
    await yield { door.queue == 1 }
    cancelled.cancel()
    #expect(await cancelled.result.summary == "CancellationError")
    let sure: @Sendable () async -> Road = try await container.resolve()
    let shared: @Sendable () async -> Wheel = try await container.resolve()
    let tasks = Task { (await sure(), await shared()) }
    await yield { door.queue == 1 }
    tasks.cancel()
    await yield { door.queue == 1 && tasks.isCancelled }
    door.open()
    #expect(await tasks.value.0.name == "Route 66")
    #expect(runs.value == 3)
  }

  @Test func `one that a scope made asks that scope, and ends with it`() async throws {
    let container = try Container { Bind { () async in Wheel() }.in(.scoped(Yard.self)) }
    let scope = try container.openScope(Yard.self)
    let wheel: @Sendable () async throws -> Wheel = try await scope.resolve()
    let sure: @Sendable () async -> Wheel = try await scope.resolve()
    let (first, second) = (try await wheel(), await sure())
    #expect(first === second)
    try await scope.close()
    #expect(await asyncFailure(wheel) == "[closed] 'Wheel' was resolved after the scope 'Yard' had closed\n")
  }

  @Test func `a loop through one is an error with the path`() async throws {
    let container = try Container {
      Bind { (wheel: @escaping @Sendable () async throws -> Wheel) async throws -> Road in
        _ = try await wheel()
        return Road()
      }.in(.singleton)
      Bind { (road: @escaping @Sendable () async throws -> Road) async throws -> Wheel in
        _ = try await road()
        return Wheel()
      }.in(.singleton)
    }
    let text = await asyncFailure { try await container.resolve(Road.self) }
    #expect(
      text == """
        [dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> 'Wheel' -> 'Road'
        Road -> Wheel -> Road
        """)
  }

  @Test func `one that cannot be made from anything says what is missing, and one that does not await what to take`() {
    let report = Container.check(
      InlineModule {
        Bind(Tank.init).in(.singleton)
        Bind(Delivery.init)
        Bind { (_: @escaping () -> Delivery, _: @escaping @Sendable () async throws -> Road) in 1 }
      })
    #expect(
      report.diagnostics.map(\.message) == [
        "'Int' synchronously resolves 'Delivery', which is made asynchronously each time",
        "nothing is bound for 'Road', which '@Sendable () async throws -> Road' would have to return",
      ])
    #expect(
      report.diagnostics.first?.help
        == "let 'Int' take () async throws -> Delivery, AsyncProvider<Delivery> or Lazy<Delivery>, or share 'Delivery' with .in(.singleton)"
    )
  }
}
