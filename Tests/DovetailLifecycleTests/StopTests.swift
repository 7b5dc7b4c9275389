// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct StopTests {
  /// A container whose start fails, and whose rollback waits at a door.
  private func rollingBack(_ door: Door) throws -> Container {
    try Container {
      Bind(Mains.init).in(.singleton).onStop { _ in await door.pass() }
      Bind(Fuses.init).in(.singleton).onStart { _ in throw Breakdown() }
    }
  }

  @Test func `a stop while a start is rolled back without a limit keeps its deadline, and names what still ran`() async throws {
    let (door, clock) = (Door(), ManualClock())
    let container = try rollingBack(door)
    let start = Task { await outcome { try await container.start(rollback: nil) } }
    await yield { door.queue == 1 }
    let patient = Task { await outcome { try await container.stop() } }
    let stop = Task { await outcome { try await container.stop(deadline: .milliseconds(200), clock: clock) } }
    await yield { clock.sleepers == 1 }
    clock.advance(by: .milliseconds(200))
    #expect(await stop.value == "[stop-failed] expired\nMains: left behind")
    #expect(
      await start.value
        == "[start-failed] failed\nFuses: Breakdown(reason: \"out of fuel\")\nrolling back Mains: left behind")
    #expect(["[stop-failed] expired\nMains: left behind", "well"].contains(await patient.value))
    #expect(container.state == .stopped)
    door.open()
  }

  @Test func `a stop while a start is rolled back that ends in time has no error`() async throws {
    let (door, clock) = (Door(), ManualClock())
    let container = try rollingBack(door)
    let start = Task { await outcome { try await container.start(rollback: nil) } }
    await yield { door.queue == 1 }
    let stop = Task { await outcome { try await container.stop(deadline: .milliseconds(200), clock: clock) } }
    await yield { clock.sleepers == 1 }
    door.open()
    #expect(await stop.value == "well")
    #expect(await start.value == "[start-failed] failed\nFuses: Breakdown(reason: \"out of fuel\")")
    await yield { clock.sleepers == 0 }
    #expect(container.state == .stopped)
  }

  @Test func `of several stops the earliest deadline counts, whoever came first`() async throws {
    let (door, first, second) = (Door(), ManualClock(), ManualClock())
    let container = try Container { Bind(Mains.init).in(.singleton).onStop { _ in await door.pass() } }
    try await container.start()
    let slow = Task { await outcome { try await container.stop(deadline: .seconds(60), clock: first) } }
    await yield { first.sleepers == 1 }
    let quick = Task { await outcome { try await container.stop(deadline: .seconds(1), clock: second) } }
    await yield { second.sleepers == 1 }
    second.advance(by: .seconds(1))
    #expect(await quick.value == "[stop-failed] expired\nMains: left behind")
    #expect(await slow.value == "[stop-failed] expired\nMains: left behind")
    door.open()
  }

  @Test func `a hook that throws keeps nothing else from being stopped, and all errors are told`() async throws {
    let log = Log()
    let line: UInt = #line + 2
    let container = try Container {
      Bind(Lights.init).in(.singleton).logged(in: log).onStop { _ in throw Breakdown("glowing") }
      Bind(Fuses.init).in(.singleton).logged(in: log)
      Bind(Mains.init).in(.singleton).logged(in: log).onStop { _ in throw Breakdown("hot") }
    }
    try await container.start()
    let error = await #expect(throws: LifecycleError.self) { try await container.stop() }
    #expect(
      "\(try #require(error))" == """
        error: [stop-failed] the container is stopped, but not without errors: 2 bindings failed
          'Lights' (StopTests.swift:\(line):11): Breakdown(reason: "glowing")
          'Mains' (StopTests.swift:\(line + 2):11): Breakdown(reason: "hot")
        """)
    #expect(log.lines == ["+Mains", "+Fuses", "+Lights", "-Lights", "-Fuses", "-Mains"])
    #expect(container.state == .stopped)
  }

  @Test func `the binds that failed are counted, and not their hooks`() async throws {
    let line: UInt = #line + 2
    let container = try Container {
      Bind { 7 }.in(.singleton).onStop { _ in throw Breakdown("cold") }.onStop { _ in throw Breakdown("hot") }
    }
    try await container.start()
    let error = await #expect(throws: LifecycleError.self) { try await container.stop() }
    #expect(
      error?.description == """
        error: [stop-failed] the container is stopped, but not without errors: one binding failed
          'Int' (StopTests.swift:\(line):12): Breakdown(reason: "hot")
          'Int' (StopTests.swift:\(line):12): Breakdown(reason: "cold")
        """)
  }

  @Test func `a hook that hangs is named, left behind, and what it needs is stopped`() async throws {
    let (log, door, clock) = (Log(), Door(), ManualClock())
    let container = try Container {
      Bind(Fuses.init).in(.singleton).logged(in: log).onStop { _ in await door.pass() }
      Bind(Mains.init).in(.singleton).logged(in: log)
    }
    try await container.start()
    let stop = Task { await outcome { try await container.stop(each: .seconds(2), clock: clock) } }
    await yield { door.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(2))
    #expect(await stop.value == "[stop-failed] late\nFuses: left behind")
    #expect(log.lines == ["+Mains", "+Fuses", "-Fuses", "-Mains"])
    door.open()
  }

  @Test func `a hook that was left behind and ends after all begins nothing a second time`() async throws {
    let (log, first, second, clock) = (Log(), Door(), Door(), ManualClock())
    let container = try Container {
      // Hooks stop against the order of their declaration.
      Bind(Well.init).in(.singleton)
        .onStop { _ in
          log.add("second")
          await second.pass()
        }
        .onStop { _ in
          await first.pass()
          log.add("first")
        }
    }
    try await container.start()
    let stop = Task { await outcome { try await container.stop(each: .seconds(2), clock: clock) } }
    await yield { first.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(2))
    await yield { second.queue == 1 }
    first.open()
    await yield { log.lines.count == 2 }
    // Time for what is told of its end.
    for _ in 1...1_000 { await Task.yield() }
    second.open()
    #expect(await stop.value == "[stop-failed] late\nWell: left behind")
    #expect(log.lines == ["second", "first"])
  }

  @Test func `at the deadline what is left is begun all the same, and not waited for`() async throws {
    let (log, door, clock) = (Log(), Door(), ManualClock())
    let container = try Container {
      Bind(Lights.init).in(.singleton).onStop { _ in await door.pass() }
      Bind(Fuses.init).in(.singleton).logged(in: log)
      Bind(Mains.init).in(.singleton).logged(in: log)
    }
    try await container.start()
    let stop = Task { await outcome { try await container.stop(deadline: .seconds(5), clock: clock) } }
    await yield { door.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(5))
    #expect(
      await stop.value == """
        [stop-failed] expired
        Lights: left behind
        Fuses: left behind
        Mains: left behind
        """)
    #expect(container.state == .stopped)
    await yield { log.lines.count == 4 }
    #expect(log.lines.suffix(2).sorted() == ["-Fuses", "-Mains"])
    door.open()
  }

  @Test func `cancelling the task that stops changes nothing`() async throws {
    let (log, door) = (Log(), Door())
    let container = try Container {
      Bind(Fuses.init).in(.singleton).logged(in: log).onStop { _ in
        await door.pass()
        log.add("cancelled: \(Task.isCancelled)")
      }
      Bind(Mains.init).in(.singleton).logged(in: log)
    }
    try await container.start()
    let stop = Task { try await container.stop() }
    await yield { door.queue == 1 }
    stop.cancel()
    door.open()
    try await stop.value
    #expect(log.lines == ["+Mains", "+Fuses", "cancelled: false", "-Fuses", "-Mains"])
  }

  @Test func `stopping again does nothing, and at the same time waits`() async throws {
    let log = Log()
    let container = try Container {
      Bind(Well.init).in(.singleton).logged(in: log).onStop { _ in throw Breakdown() }
    }
    try await container.start()
    let stops = await together(16) { _ in try await container.stop() }
    #expect(log.lines == ["+Well", "-Well"])
    #expect(container.state == .stopped)
    let told = stops.filter { if case .failure = $0 { true } else { false } }.count
    #expect(told >= 1)
    try await container.stop()
    #expect(log.lines == ["+Well", "-Well"])
  }

  @Test func `a container that is stopped still answers until it closes`() async throws {
    let container = try Container {
      Bind(Mains.init).in(.singleton).onStop { _ in }
      Bind { (mains: Mains) in "on" }
    }
    try await container.start()
    try await container.stop()
    #expect(try await container.resolve(String.self) == "on")
  }
}

@Suite struct RunTests {
  private func container(_ log: Log) throws -> Container {
    try Container { Bind(Well.init).in(.singleton).logged(in: log) }
  }

  @Test func `the container runs while the closure does, and its result is returned`() async throws {
    let log = Log()
    let container = try container(log)
    let state = try await container.run {
      log.add("body")
      return container.state
    }
    #expect(state == .running)
    #expect(log.lines == ["+Well", "body", "-Well"])
  }

  @Test func `a closure that throws stops it`() async throws {
    let log = Log()
    let container = try container(log)
    #expect(await outcome { try await container.run { throw Breakdown() } } == #"Breakdown(reason: "out of fuel")"#)
    #expect(log.lines == ["+Well", "-Well"])
  }

  @Test func `when stopping fails too, both are told`() async throws {
    let container = try Container { Bind(Well.init).in(.singleton).onStop { _ in throw Breakdown("leak") } }
    #expect(
      await outcome { try await container.run { throw Breakdown() } } == """
        [stop-failed] failed
        Well: Breakdown(reason: "leak")
        after Breakdown(reason: "out of fuel")
        """)
  }

  @Test func `a task that is cancelled stops it`() async throws {
    let (log, door) = (Log(), Door())
    let container = try container(log)
    let task = Task { try await container.run { try await door.passUnlessCancelled() } }
    await yield { door.queue == 1 }
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    #expect(log.lines == ["+Well", "-Well"])
  }

  @MainActor @Test func `the closure runs where its caller does`() async throws {
    var count = 0
    try await container(Log()).run {
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 1)
  }

  @Test func `a hook that stops its own container is told that it was not stopped there`() async throws {
    let (box, log) = (Box<Container>(), Log())
    let container = try Container {
      Bind { Road() }.in(.singleton).onStart { _ in
        do { try await box.value?.stop() } catch { log.add("\(error)") }
      }
    }
    box.value = container
    try await container.start()
    #expect(container.state == .running)
    #expect(
      log.lines == [
        """
        error: [stop-failed] the container was not stopped here: what it waits for asked for it
          help: let the program start and stop it, or do it in a detached task that nothing waits for
        """
      ])
    box.value = nil
    try await container.stop()
  }
}
