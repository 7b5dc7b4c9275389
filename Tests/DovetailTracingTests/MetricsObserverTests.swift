// SPDX-License-Identifier: Apache-2.0
#if Tracing
  import Dovetail
  import DovetailLifecycle
  import DovetailTracing
  import Metrics
  import MetricsTestKit
  import Testing

  @Suite struct MetricsObserverTests {
    @Test func `creations are timed, by key and scope`() throws {
      let metrics = TestMetrics()
      let container = try Container(observers: [MetricsObserver(factory: metrics)]) {
        Bind(Till.init).in(.singleton)
        Bind(Desk.init)
      }
      _ = try container.resolve(Desk.self)
      _ = try container.resolve(Desk.self)
      let desk = try metrics.expectTimer("dovetail.creations", [("key", "Desk"), ("scope", "transient")])
      let till = try metrics.expectTimer("dovetail.creations", [("key", "Till"), ("scope", "singleton")])
      #expect((desk.values.count, till.values.count) == (2, 1))
      // The first desk took the till with it.
      #expect(try #require(desk.values.first) >= #require(till.values.first))
      #expect(metrics.timers.count == 2)
    }

    @Test func `failures and reuses are counted`() throws {
      let metrics = TestMetrics()
      let container = try Container(observers: [MetricsObserver(factory: metrics, prefix: "shop", observesReuse: true)]) {
        Bind(Till.init).in(.singleton)
        Bind { () throws -> Desk in throw OutOfChange() }
        Bind(Shop.init)
      }
      for _ in 1...3 { _ = try container.resolve(Till.self) }
      #expect(throws: ResolutionError.self) { try container.resolve(Shop.self) }
      #expect(try metrics.expectCounter("shop.reuses", [("key", "Till")]).totalValue == 2)
      #expect(try metrics.expectCounter("shop.failures", [("key", "Desk")]).totalValue == 1)
      #expect(try metrics.expectCounter("shop.failures", [("key", "Shop")]).totalValue == 1)
    }

    @Test func `meters show the containers and scopes that are open`() throws {
      let metrics = TestMetrics()
      let container = try Container(observers: [MetricsObserver(factory: metrics)]) { Opens(Shift.self) }
      let (first, second) = (try container.openScope(Shift.self), try container.openScope(Shift.self))
      let child = try container.child { Bind(Till.init) }
      let scopes = try metrics.expectMeter("dovetail.scopes", [("kind", "Shift")])
      let containers = try metrics.expectMeter("dovetail.containers")
      #expect((scopes.lastValue, containers.lastValue) == (2, 2))
      try first.close()
      try first.close()
      #expect(scopes.lastValue == 1)
      try child.close()
      #expect(containers.lastValue == 1)
      try second.close()
      try container.close()
      #expect((scopes.lastValue, containers.lastValue) == (0, 0))
    }

    @Test func `starts and stops are timed`() async throws {
      let metrics = TestMetrics()
      let container = try Container(observers: [MetricsObserver(factory: metrics)]) {
        Bind(Till.init).in(.singleton).onStart { _ in }.onStop { _ in }
      }
      try await container.start()
      try await container.stop()
      for label in ["dovetail.starts", "dovetail.stops"] {
        for key in ["Till", "Container"] { #expect(try metrics.expectTimer(label, [("key", key)]).values.count == 1) }
      }
    }

    @Test func `a start that a stop ends is no failure; one that fails counts for the factory, the binding and the container`()
      async throws
    {
      let metrics = TestMetrics()
      let (works, work) = AsyncStream<Void>.makeStream()
      let observers: [any Observer] = [MetricsObserver(factory: metrics)]
      let container = try Container(observers: observers) {
        Bind(Till.init).in(.singleton).onStart { _ in
          work.yield()
          // Ends when its task is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          try Task.checkCancellation()
        }
      }
      let start = Task { try await container.start() }
      for await _ in works { break }
      try await container.stop()
      await #expect(throws: LifecycleError.self) { try await start.value }
      #expect(metrics.counters.isEmpty)
      let failing = try Container(observers: observers) {
        Bind { () throws -> Till in throw OutOfChange() }.in(.singleton).onStart { _ in }
      }
      await #expect(throws: LifecycleError.self) { try await failing.start() }
      #expect(try metrics.expectCounter("dovetail.failures", [("key", "Till")]).totalValue == 2)
      #expect(try metrics.expectCounter("dovetail.failures", [("key", "Container")]).totalValue == 1)
    }

    @Test func `values that close are counted, whether that goes well or not`() throws {
      let metrics = TestMetrics()
      let container = try Container(observers: [MetricsObserver(factory: metrics)]) {
        Opens(Shift.self)
        Bind(Till.init).in(.scoped(Shift.self)).onClose { _ in }
        Bind { 7 }.in(.singleton).onClose { _ in throw OutOfChange() }
        Bind { "seven" }.in(.singleton)
      }
      for _ in 1...2 {
        try container.withScope(Shift.self) { _ = try $0.resolve(Till.self) }
      }
      _ = (try container.resolve(Int.self), try container.resolve(String.self))
      #expect(throws: CloseError.self) { try container.close() }
      #expect(try metrics.expectCounter("dovetail.closes", [("key", "Till")]).totalValue == 2)
      #expect(try metrics.expectCounter("dovetail.closes", [("key", "Int")]).totalValue == 1)
      #expect(try metrics.expectCounter("dovetail.failures", [("key", "Int")]).totalValue == 1)
      #expect(try metrics.expectCounter("dovetail.failures", [("key", "Container")]).totalValue == 1)
      #expect(metrics.counters.count == 4)
    }

    @Test func `many tasks that ask share one metric`() async throws {
      let metrics = TestMetrics()
      let container = try Container(observers: [MetricsObserver(factory: metrics)]) { Bind(Till.init) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...8 {
          group.addTask {
            for _ in 1...100 { _ = try await container.resolve(Till.self) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try metrics.expectTimer("dovetail.creations", [("key", "Till"), ("scope", "transient")]).values.count == 800)
    }
  }
#endif
