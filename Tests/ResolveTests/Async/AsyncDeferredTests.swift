// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct AsyncDeferredTests {
  private final class Dispatcher: Sendable {
    let deliveries: AsyncProvider<Delivery>
    let next: Lazy<Delivery>

    init(deliveries: AsyncProvider<Delivery>, next: Lazy<Delivery>) {
      self.deliveries = deliveries
      self.next = next
    }
  }

  private func depot() throws -> Container {
    try Container {
      Bind(Tank.init).in(.singleton)
      Bind(Delivery.init)
      Bind(Dispatcher.init)
    }
  }

  @Test func `an AsyncProvider asks anew for every call, and a Lazy once`() async throws {
    let dispatcher = try await depot().resolve(Dispatcher.self)
    let (first, second) = (try await dispatcher.deliveries(), try await dispatcher.deliveries.make())
    #expect(first !== second)
    let lazy = try await dispatcher.next.get()
    #expect(try await dispatcher.next.get() === lazy)
    let now: () throws -> Delivery = { try dispatcher.next.get() }
    #expect(try now() === lazy)
  }

  @Test func `a Lazy that is read before it was awaited says what is missing`() throws {
    let dispatcher = try depot().resolve(Dispatcher.self)
    #expect(
      failure { try dispatcher.next.get() } == "[async-need] 'Delivery' is made asynchronously each time\nDelivery")
  }

  @Test func `64 tasks that await one Lazy share one request, in each of 500 rounds`() async throws {
    let built = Counter()
    let container = try Container {
      Bind { () async -> Road in
        built.add()
        await Task.yield()
        return Road()
      }
    }
    for round in 1...500 {
      let lazy = try await container.resolve(Lazy<Road>.self)
      let roads = await together(64) { _ in try await lazy.get() }
      let first = try roads[0].get()
      #expect(roads.allSatisfy { (try? $0.get()) === first })
      #expect(built.value == round)
    }
  }

  @Test func `a Lazy of what is not awaited may be awaited all the same`() async throws {
    let container = try Container { Bind(Road.init(name:)).arguments(defaults: "Route 1") }
    let lazy = try await container.resolve(Lazy<Road>.self)
    #expect(try await lazy.get().name == "Route 1")
  }

  @Test func `a Lazy that is awaited keeps its value where a thread fails to build one meanwhile`() async throws {
    let (builds, waiter) = (Counter(), Box<ThreadID>())
    let lazy = Lazy<Road>(
      .named("Road"),
      request: { () throws(ResolutionError) -> Road in
        builds.add()
        WaitGraph.spin(untilAwaitedBy: waiter)
        throw ResolutionError(Breakdown(), through: .named("Road"))
      },
      awaiting: {
        await yield { builds.value == 1 }
        waiter.value = .current
        return Road()
      })
    async let failed = Threads.run { failure { try lazy.get() } }
    #expect(try await lazy.get().name == "Route 66")
    #expect(await failed == "[failed-factory] the factory of 'Road' threw: Breakdown(reason: \"out of fuel\")\nRoad")
  }

  @Test func `a loop through awaited Lazies names each value once`() async throws {
    let container = try Container {
      Bind { (wheel: Lazy<Wheel>) async throws -> Road in
        _ = try await wheel.get()
        return Road()
      }.in(.singleton)
      Bind { (road: Lazy<Road>) async throws -> Wheel in
        _ = try await road.get()
        return Wheel()
      }.in(.singleton)
    }
    #expect(
      await asyncFailure { try await container.resolve(Road.self) } == """
        [dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> 'Wheel' -> 'Road'
        Road -> Wheel -> Road
        """)
  }

  @Test func `a test makes an AsyncProvider from a closure`() async throws {
    let provider = AsyncProvider { Road(name: "test") }
    #expect(try await provider().name == "test")
  }

  @Test func `a provider of a closed container says so`() async throws {
    let container = try depot()
    let dispatcher = try await container.resolve(Dispatcher.self)
    try await container.close()
    #expect(
      await asyncFailure { try await dispatcher.deliveries() }
        == "[closed] 'Delivery' was resolved after the container had closed\n")
  }
}
