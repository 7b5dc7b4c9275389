// SPDX-License-Identifier: Apache-2.0
#if ServiceLifecycle
  import Dovetail
  import DovetailLifecycle
  import DovetailServiceLifecycle
  import InMemoryLogging
  import Logging
  import ServiceLifecycle
  import Testing

  /// Works until something in it breaks.
  private struct Mixer: Service {
    let diary: Diary

    func run() async throws {
      diary.add("Mixer works")
      await diary.has("Waiter works")
      throw Burnt()
    }
  }

  @Suite struct FailureTests {
    private let diary = Diary()
    private let log = InMemoryLogHandler()
    private var logger: Logger { Logger(label: "kitchen") { _ in log } }

    /// The error without lines and columns, which move.
    private func withoutLines(_ error: String?) -> String? { error?.replacing(/(\.swift):\d+:\d+/) { $0.1 } }

    @Test func `a start hook that fails ends the group with the container's error, after what had started is stopped`()
      async throws
    {
      let container = try Container { [diary] in
        Include(KitchenModule(diary: diary))
        Bind { (_: Waiter) in 7 }.in(.singleton).onStart { _ in throw Burnt() }
      }
      let error = await group(of: [container]) { await diary.has("-Oven") }
      #expect(
        withoutLines(error) == """
          error: [start-failed] the container could not be started: one binding failed
            'Int' (FailureTests.swift): Burnt()
          """)
      #expect(diary.lines == ["+Oven", "+Cook", "+Waiter", "-Waiter", "-Cook", "-Oven"])
    }

    @Test func `a service that fails ends the others in order, stops the container, and ends the group with its error`()
      async throws
    {
      let container = try Container { [diary] in
        Include(KitchenModule(diary: diary))
        Bind { Mixer(diary: diary) }.in(.singleton).asService()
      }
      let service = ContainerService(container, logger: logger)
      let error = await group(of: [service]) { await diary.has("-Oven") }
      #expect(error == "Burnt()")
      #expect(diary.lines.suffix(6) == ["Waiter rests", "Cook rests", "Oven rests", "-Waiter", "-Cook", "-Oven"])
      #expect(
        log.entries.map { "\($0.level) \($0.message) \($0.metadata) \($0.error.map { "\($0)" } ?? "")" } == [
          "error a service failed [\"service\": Mixer] Burnt()"
        ])
    }

    @Test func `no error is lost when a service and a stop hook fail`() async throws {
      let container = try Container { [diary] in
        Include(KitchenModule(diary: diary))
        Bind { Mixer(diary: diary) }.in(.singleton).onStop { _ in throw Burnt() }.asService()
      }
      let error = await group(of: [container]) { await diary.has("-Oven") }
      #expect(
        withoutLines(error) == """
          error: [stop-failed] the container is stopped, but not without errors: one binding failed
            'Mixer' (FailureTests.swift): Burnt()
            it was stopped after an error: Burnt()
          """)
    }

    @Test func `a shutdown during the start takes the start back, and is no error`() async throws {
      let container = try Container { [diary] in
        Include(KitchenModule(diary: diary))
        Bind { (_: Waiter) in 7 }.in(.singleton).onStart { _ in
          diary.add("hesitates")
          // Ends when its task is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          try Task.checkCancellation()
        }
      }
      let error = await group(of: [container]) { await diary.has("hesitates") }
      #expect(error == nil)
      #expect(diary.lines == ["+Oven", "+Cook", "+Waiter", "hesitates", "-Waiter", "-Cook", "-Oven"])
      #expect(container.state == .stopped)
    }

    @Test func `a shutdown during the start tells what could not be taken back`() async throws {
      let container = try Container { [diary] in
        Bind { 7 }.in(.singleton).onStop { _ in throw Burnt() }
        Bind { (_: Int) in "slow" }.in(.singleton).onStart { _ in
          diary.add("hesitates")
          for await _ in AsyncStream<Never>.makeStream().stream {}
          try Task.checkCancellation()
        }
      }
      let error = await group(of: [container]) { await diary.has("hesitates") }
      #expect(
        withoutLines(error) == """
          error: [start-failed] the container could not be started: its task was cancelled
            rolling back: 'Int' (FailureTests.swift): Burnt()
          """)
      #expect(container.state == .stopped)
    }

    @Test func `cancelling the task stops the container all the same`() async throws {
      let container = try Container(KitchenModule(diary: diary))
      let task = Task { try await container.run() }
      await diary.has("Waiter works")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(diary.lines.suffix(3) == ["-Waiter", "-Cook", "-Oven"])
    }

    /// Ends without an error when its task is cancelled.
    private struct Kettle: Service {
      let diary: Diary

      func run() async throws {
        diary.add("Kettle works")
        for await _ in AsyncStream<Never>.makeStream().stream {}
      }
    }

    @Test func `a cancelled task gets its error although the services ended without one`() async throws {
      let container = try Container { [diary] in Bind { Kettle(diary: diary) }.in(.singleton).asService() }
      let task = Task { try await container.run() }
      await diary.has("Kettle works")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(container.state == .stopped)
    }

    /// Cancels a task as soon as it is told that everything is up.
    private final class Canceller: Observer {
      let task = Lock<Task<Void, any Error>?>(nil)

      func observe(_ event: Event) {
        guard event.subject == .container, case .started = event.kind else { return }
        task.withLock { $0 }?.cancel()
      }
    }

    @Test func `a task that is cancelled when all is up and the start has not returned yet stops the container all the same`()
      async throws
    {
      let canceller = Canceller()
      let container = try Container(observers: [canceller]) { [diary] in
        Bind(instance: diary)
        Bind(Oven.init).in(.singleton).logged(diary)
      }
      // The task is known before the observer, which waits for the lock, is told anything.
      let run = canceller.task.withLock { task in
        let run = Task { try await container.run() }
        task = run
        return run
      }
      await #expect(throws: CancellationError.self) { try await run.value }
      #expect(diary.lines == ["+Oven", "-Oven"])
      #expect(container.state == .stopped)
    }

    @Test func `a container that was stopped is not started again`() async throws {
      let container = try Container(KitchenModule(diary: diary))
      try await container.stop()
      #expect(
        await group(of: [container]) {} == """
          error: [start-failed] the container could not be started: it was stopped
            help: a container that was stopped stays so; make a new one from the same modules
          """)
    }

    @Test func `a start that takes too long is an error`() async throws {
      let container = try Container {
        Bind { "slow" }.in(.singleton).onStart { _ in
          for await _ in AsyncStream<Never>.makeStream().stream {}
          try Task.checkCancellation()
        }
      }
      await #expect(throws: LifecycleError.self) {
        try await ContainerService(container, startDeadline: .milliseconds(1)).run()
      }
      #expect(container.state == .idle)
    }
  }
#endif
