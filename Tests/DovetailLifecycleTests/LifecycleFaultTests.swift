// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
@testable import DovetailLifecycle
import CoreTestSupport
import TestSupport

@Suite struct LifecycleFaultTests {
  @Test func `starting twice starts once, at the same time and one after the other`() async throws {
    let log = Log()
    let container = try Container {
      Bind(Well.init).in(.singleton).logged(in: log)
      Bind(Boiler.init).in(.singleton).logged(in: log)
    }
    let starts = await together(16) { _ in try await container.start() }
    #expect(starts.allSatisfy { $0.summary == "()" })
    try await container.start()
    #expect(log.lines == ["+Well", "+Boiler"])
  }

  @Test func `who waits for another's start gets its error, and does not cancel it`() async throws {
    let (log, door) = (Log(), Door())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        await door.pass()
        throw Breakdown()
      }
      Bind(Wheel.init).in(.singleton).logged(in: log)
    }
    let first = Task { await outcome { try await container.start() } }
    await yield { door.queue == 1 }
    let (joined, second) = (Counter(), Box<String>())
    let other = Task {
      joined.add()
      second.value = await outcome { try await container.start() }
    }
    await yield { joined.value == 1 }
    other.cancel()
    door.open()
    #expect(await first.value == "[start-failed] failed\nWell: Breakdown(reason: \"out of fuel\")")
    await other.value
    // The other task may have been cancelled before it came to the start.
    #expect(
      ["[start-failed] failed\nWell: Breakdown(reason: \"out of fuel\")", "[start-failed] cancelled"].contains(second.value))
  }

  @Test func `a start of a container that runs does nothing, also in a task that is cancelled`() async throws {
    let log = Log()
    let container = try Container { Bind(Well.init).in(.singleton).logged(in: log) }
    try await container.start()
    let start = Task {
      await yield { Task.isCancelled }
      return await outcome { try await container.start() }
    }
    start.cancel()
    #expect(await start.value == "well")
    #expect(container.state == .running)
    #expect(log.lines == ["+Well"])
  }

  /// Keeps the jobs of tasks until a test runs them.
  private final class Shelf: TaskExecutor {
    private let jobs = Collected<UnownedJob>()
    private let done = Counter()

    func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }

    /// Whether a job waits.
    var isWaited: Bool { jobs.elements.count > done.value }

    /// Runs the jobs that wait, until a condition holds.
    func run(until condition: @Sendable () -> Bool) async {
      while !condition() {
        if isWaited { jobs.elements[done.add() - 1].runSynchronously(on: asUnownedTaskExecutor()) } else { await Task.yield() }
      }
    }
  }

  @Test func `who is cancelled after a start has failed does not cancel the next start`() async throws {
    let (first, second, tries, shelf) = (Door(), Door(), Counter(), Shelf())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        if tries.add() == 1 {
          await first.pass()
          throw Breakdown()
        }
        try await second.passUnlessCancelled()
      }
    }
    let failed = Task(executorPreference: shelf) { await outcome { try await container.start() } }
    await shelf.run { first.queue == 1 && !shelf.isWaited }
    first.open()
    await yield { container.state == .idle && shelf.isWaited }
    let next = Task { await outcome { try await container.start() } }
    await yield { second.queue == 1 }
    failed.cancel()
    second.open()
    #expect(await next.value == "well")
    let text = Box<String>()
    Task { text.value = await failed.value }
    await shelf.run { text.value != nil }
    #expect(text.value == "[start-failed] failed\nWell: Breakdown(reason: \"out of fuel\")")
  }

  @Test func `a stop while it starts keeps its deadline, whoever else stops it`() async throws {
    let (start, stop, clock, isUp) = (Door(), Door(), ManualClock(), Box(false))
    let container = try Container {
      Bind(Fuses.init).in(.singleton).onStart { _ in await start.pass() }
      Bind(Mains.init).in(.singleton).onStart { _ in isUp.value = true }.onStop { _ in await stop.pass() }
    }
    let begun = Task { await outcome { try await container.start() } }
    await yield { start.queue == 1 && isUp.value == true }
    let first = Task { await outcome { try await container.stop(deadline: .seconds(1), clock: clock) } }
    await yield { clock.sleepers == 1 }
    // The other stop without a deadline joins before the start ends.
    let other = container.lifecycle.enterStop(container, LifecycleLimits(clock: ContinuousClock()))
    start.open()
    await yield { stop.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(1))
    #expect(await first.value == "[stop-failed] expired\nMains: left behind")
    #expect(await begun.value == "[start-failed] stopped\nrolling back Mains: left behind")
    stop.open()
    if case .wait(let run, _) = other {
      #expect(await run.task.value.stop?.summary == "[stop-failed] expired\nMains: left behind")
    } else {
      Issue.record("the other stop does not wait")
    }
  }

  @Test func `a stop while it starts has its time by its own clock`() async throws {
    let (start, stop, startClock, clock, isUp) = (Door(), Door(), ManualClock(), ManualClock(), Box(false))
    let container = try Container {
      Bind(Fuses.init).in(.singleton).onStart { _ in await start.pass() }
      Bind(Mains.init).in(.singleton).onStart { _ in isUp.value = true }.onStop { _ in await stop.pass() }
    }
    let begun = Task { await outcome { try await container.start(clock: startClock) } }
    await yield { start.queue == 1 && isUp.value == true }
    let stopped = Task { await outcome { try await container.stop(deadline: .seconds(1), clock: clock) } }
    await yield { clock.sleepers == 1 }
    startClock.advance(by: .seconds(60))
    start.open()
    await yield { stop.queue == 1 && clock.sleepers == 1 }
    stop.open()
    #expect(await stopped.value == "well")
    #expect(await begun.value == "[start-failed] stopped")
  }

  @Test func `a stop has its deadline also when the start has failed already, and waits without one`() async throws {
    let (door, clock, recorder) = (Door(), ManualClock(), RecordingObserver())
    let container = try Container(observers: [recorder]) {
      Bind(Well.init).in(.singleton).onStart { _ in await door.pass() }
      Bind { Road() }.in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
    }
    let start = Task { await outcome { try await container.start(rollback: nil) } }
    await yield { recorder.events.contains { if case .failed = $0.kind { true } else { false } } }
    let stop = Task { await outcome { try await container.stop(deadline: .seconds(1), clock: clock) } }
    await yield { clock.sleepers == 1 }
    clock.advance(by: .seconds(1))
    #expect(await stop.value == "[stop-failed] expired\nWell: left behind")
    #expect(await start.value == "[start-failed] failed\nRoad: Breakdown(reason: \"out of fuel\")\nWell: left behind")
    #expect(container.state == .stopped)
    door.open()
  }

  @Test func `a stop before the start is final`() async throws {
    let log = Log()
    let container = try Container { Bind(Well.init).in(.singleton).logged(in: log) }
    try await container.stop()
    #expect(container.state == .stopped)
    #expect(await outcome { try await container.start() } == "[start-failed] stopped")
    #expect(log.lines == [])
  }

  @Test func `a start after a stop is an error that says what to do`() async throws {
    let container = try Container { Bind(Well.init).in(.singleton).eager }
    try await container.start()
    try await container.stop()
    let error = await #expect(throws: LifecycleError.self) { try await container.start() }
    #expect(
      "\(try #require(error))" == """
        error: [start-failed] the container could not be started: it was stopped
          help: a container that was stopped stays so; make a new one from the same modules
        """)
  }

  @Test func `a stop while it starts ends the start, and waits until it is rolled back`() async throws {
    let (log, door) = (Log(), Door())
    let container = try Container {
      Bind(Lights.init).in(.singleton).logged(in: log)
      Bind(Fuses.init).in(.singleton).onStart { _ in try await door.passUnlessCancelled() }
      Bind(Mains.init).in(.singleton).logged(in: log).onStop { _ in throw Breakdown("hot") }
    }
    let start = Task { await outcome { try await container.start() } }
    await yield { door.queue == 1 }
    #expect(await outcome { try await container.stop() } == "[stop-failed] failed\nMains: Breakdown(reason: \"hot\")")
    #expect(container.state == .stopped)
    #expect(await start.value == "[start-failed] stopped\nrolling back Mains: Breakdown(reason: \"hot\")")
    #expect(log.lines == ["+Mains", "-Mains"])
  }

  /// Wants the container to stop as soon as it is told that everything is up.
  private struct Stopper: Observer {
    let container = Box<Container>()

    func observe(_ event: Event) {
      guard event.subject == .container, case .started = event.kind, let container = container.value else { return }
      _ = container.lifecycle.enterStop(container, LifecycleLimits(clock: ContinuousClock()))
    }
  }

  @Test func `a stop that is wanted when all is up and the start has not returned yet rolls it back`() async throws {
    let (log, stopper) = (Log(), Stopper())
    let container = try Container(observers: [stopper]) { Bind(Mains.init).in(.singleton).logged(in: log) }
    stopper.container.value = container
    defer { stopper.container.value = nil }
    #expect(await outcome { try await container.start() } == "[start-failed] stopped")
    #expect(container.state == .stopped)
    #expect(log.lines == ["+Mains", "-Mains"])
  }

  @Test func `a stop that is wanted when all is up has its own time, not that of the rollback`() async throws {
    let (log, stopper, door, clock) = (Log(), Stopper(), Door(), ManualClock())
    let container = try Container(observers: [stopper]) {
      Bind(Mains.init).in(.singleton).onStop { _ in
        log.add("stopping")
        await door.pass()
      }
    }
    stopper.container.value = container
    defer { stopper.container.value = nil }
    let start = Task { await outcome { try await container.start(rollback: .seconds(3), clock: clock) } }
    await yield { door.queue == 1 }
    clock.advance(by: .seconds(3))
    for _ in 1...100 { await Task.yield() }
    door.open()
    #expect(await start.value == "[start-failed] stopped")
    #expect(log.lines == ["stopping"])
  }

  @Test func `a stop that comes after a failure has its own time, not that of the rollback`() async throws {
    let (door, clock) = (Door(), ManualClock())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in await door.pass() }
      Bind { Road() }.in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
    }
    let start = Task { await outcome { try await container.start(rollback: .seconds(3), clock: clock) } }
    await yield { clock.sleepers == 1 }
    _ = container.lifecycle.enterStop(container, LifecycleLimits(clock: ContinuousClock()))
    clock.advance(by: .seconds(3))
    for _ in 1...100 { await Task.yield() }
    door.open()
    #expect(await start.value == "[start-failed] failed\nRoad: Breakdown(reason: \"out of fuel\")")
  }

  @Test func `a rollback waits for the factories that it has told to end, and stops what they need afterwards`() async throws {
    let (log, door, told) = (Log(), Door(), Counter())
    let container = try Container {
      Bind(Mains.init).in(.singleton).logged(in: log)
      Bind { (_: Mains) async -> Road in
        await withTaskCancellationHandler {
          await door.pass()
        } onCancel: {
          told.add()
        }
        log.add("made")
        return Road()
      }.in(.singleton).onStop { _ in log.add("-Road") }
      Bind(Well.init).in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
    }
    let start = Task { await outcome { try await container.start(rollback: nil) } }
    await yield { told.value == 1 }
    for _ in 1...100 { await Task.yield() }
    door.open()
    #expect(await start.value == "[start-failed] failed\nWell: Breakdown(reason: \"out of fuel\")")
    #expect(log.lines == ["+Mains", "made", "-Road", "-Mains"])
  }

  @Test func `a rollback names the factory that does not end`() async throws {
    let (door, told, clock) = (Door(), Counter(), ManualClock())
    let container = try Container {
      Bind { () async -> Road in
        await withTaskCancellationHandler {
          await door.pass()
        } onCancel: {
          told.add()
        }
        return Road()
      }.in(.singleton)
      Bind(Well.init).in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
    }
    let start = Task { await outcome { try await container.start(rollback: .seconds(3), clock: clock) } }
    await yield { told.value == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(3))
    #expect(await start.value == "[start-failed] failed\nWell: Breakdown(reason: \"out of fuel\")\nRoad: left behind")
    door.open()
  }

  @Test func `an init that hangs is left behind at the deadline, and built anew by the next start`() async throws {
    let (door, clock, tries) = (Door(), ManualClock(), Counter())
    let container = try Container {
      Bind { () async -> Road in
        if tries.add() == 1 { await door.pass() }
        return Road()
      }.in(.singleton)
    }
    let start = Task { await outcome { try await container.start(each: .seconds(1), clock: clock) } }
    await yield { door.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(1))
    #expect(await start.value == "[start-failed] late\nRoad: left behind")
    door.open()
    try await container.start()
    #expect(try withoutAwaiting { try container.resolve(Road.self) }.name == "Route 66")
  }

  @Test func `an init that blocks its thread keeps nothing else from starting, and is left behind`() async throws {
    let (log, go, clock) = (Log(), Counter(), ManualClock())
    let container = try Container {
      Bind { () -> Road in
        log.add("blocked")
        spin { go.value == 1 }
        return Road()
      }.in(.singleton).eager
      Bind(Fuses.init).in(.singleton).logged(in: log)
      Bind(Mains.init).in(.singleton)
    }
    let start = Task { await outcome { try await container.start(deadline: .seconds(1), clock: clock) } }
    await yield { log.lines.sorted() == ["+Fuses", "blocked"] && clock.sleepers == 1 }
    clock.advance(by: .seconds(1))
    #expect(await start.value == "[start-failed] expired\nRoad: left behind")
    #expect(log.lines.last == "-Fuses")
    go.add()
  }

  @Test func `an init that is cancelled half-way is built anew, what it took is not`() async throws {
    let (door, wells, boilers) = (Door(), Counter(), Counter())
    let container = try Container {
      Bind {
        wells.add()
        return Well()
      }.in(.singleton).eager
      Bind { (well: Well) async throws -> Boiler in
        boilers.add()
        try await door.passUnlessCancelled()
        return try await Boiler(well: well)
      }.in(.singleton)
    }
    let start = Task { await outcome { try await container.start() } }
    await yield { door.queue == 1 }
    start.cancel()
    #expect(await start.value == "[start-failed] cancelled")
    door.open()
    try await container.start()
    #expect((wells.value, boilers.value) == (1, 2))
  }

  @Test func `an init that resolves the container again gets what is there, or the loop as an error`() async throws {
    let box = Box<Container>()
    let container = try Container {
      Bind { () async throws -> Road in
        guard let container = box.value else { throw Breakdown() }
        return Road(name: "\(try await container.resolve(Int.self))")
      }.in(.singleton)
      Bind { 66 }.in(.singleton)
    }
    box.value = container
    try await container.start()
    #expect(try withoutAwaiting { try container.resolve(Road.self) }.name == "66")
    let loop = try Container {
      Bind { () async throws -> Road in
        guard let container = box.value else { throw Breakdown() }
        return try await container.resolve()
      }.in(.singleton)
    }
    box.value = loop
    #expect(
      await outcome { try await loop.start() } == """
        [start-failed] failed
        Road: [dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> 'Road'
        Road -> Road
        """)
    box.value = nil
  }

  @Test func `a hook that starts or stops its own container would wait for itself, and is told so`() async throws {
    let (box, log) = (Box<Container>(), Log())
    let container = try Container {
      Bind(Well.init).in(.singleton)
        .onStart { _ in
          log.add(await outcome { try await box.value?.start() })
          log.add(await outcome { try await box.value?.stop() })
        }
        .onStop { _ in log.add(await outcome { try await box.value?.stop() }) }
    }
    box.value = container
    try await container.start()
    try await container.stop()
    #expect(log.lines == ["[start-failed] reentered", "[stop-failed] reentered", "[stop-failed] reentered"])
    box.value = nil
  }

  @Test func `a task that a hook left running may stop the container later`() async throws {
    let (box, door, log) = (Box<Container>(), Door(), Log())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        Task {
          await door.pass()
          log.add(await outcome { try await box.value?.stop() })
        }
      }
    }
    box.value = container
    try await container.start()
    door.open()
    await yield { log.lines.count == 1 }
    #expect(log.lines == ["well"])
    #expect(container.state == .stopped)
    box.value = nil
  }

  @Test func `the states are seen in order, by all who look`() async throws {
    let door = Door()
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in try await door.passUnlessCancelled() }
    }
    let states = container.states
    let seen = Task { await states.reduce(into: []) { $0.append($1) } }
    let start = Task { await outcome { try await container.start() } }
    await yield { door.queue == 1 }
    start.cancel()
    _ = await start.value
    door.open()
    try await container.start()
    try await container.stop()
    #expect(await seen.value == [.idle, .starting, .stopping, .idle, .starting, .running, .stopping, .stopped])
    #expect(await container.states.reduce(into: []) { $0.append($1) } == [.stopped])
  }

  @Test(arguments: [false, true])
  func `the states end with a container that was never started`(isReleased: Bool) async throws {
    var container: Container? = try Container { Bind(Well.init).in(.singleton).onStart { _ in } }
    let states = try #require(container).states
    if !isReleased {
      try await container?.close()
      #expect(container?.state == .stopped)
    }
    container = nil
    #expect(await states.reduce(into: []) { $0.append($1) } == [.idle, .stopped])
  }

  @Test func `started and stopped in any order by many, every part stops as often as it starts`() async throws {
    for round in 1...100 {
      let (up, down) = (Counter(), Counter())
      let container = try Container {
        Bind(Hall.init).in(.singleton).onStart { _ in up.add() }.onStop { _ in down.add() }
        Bind(Lights.init).in(.singleton).onStart { _ in up.add() }.onStop { _ in down.add() }
        Bind(Fuses.init).in(.singleton)
        Bind(Mains.init).in(.singleton).onStart { _ in up.add() }.onStop { _ in down.add() }
        Bind(Boiler.init).in(.singleton).onStart { _ in up.add() }.onStop { _ in down.add() }
        Bind(Well.init).in(.singleton)
      }
      _ = await together(12) { index in
        if (index + round) % 3 == 0 { try await container.stop() } else { try await container.start() }
      }
      try await container.stop()
      #expect(container.state == .stopped)
      #expect(up.value == down.value)
    }
  }

  @Test(.timeLimit(.minutes(15))) func `a container that was stopped is let go of`() async throws {
    weak var gone: Container?
    do {
      let container = try Container {
        Bind(Fuses.init).in(.singleton).eager; Bind(Mains.init).in(.singleton).onStop { _ in }
      }
      gone = container
      try await container.start()
      try await container.stop()
      #expect(container.state == .stopped)
    }
    await yield { [weak gone] in gone == nil }
  }
}
