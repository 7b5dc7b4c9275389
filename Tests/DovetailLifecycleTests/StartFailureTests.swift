// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct StartFailureTests {
  @Test func `a hook that throws rolls back what had started, in reverse, and the start may be tried again`() async throws {
    let (log, tries) = (Log(), Counter())
    let container = try Container {
      Bind(Hall.init).in(.singleton).logged(in: log)
      Bind(Lights.init).in(.singleton).logged(in: log).onStart { _ in if tries.add() == 1 { throw Breakdown("no bulb") } }
      Bind(Fuses.init).in(.singleton).logged(in: log)
      Bind(Mains.init).in(.singleton).logged(in: log)
      Bind(Boiler.init).in(.singleton)
      Bind(Well.init).in(.singleton)
    }
    #expect(
      await outcome { try await container.start() } == """
        [start-failed] failed
        Lights: Breakdown(reason: "no bulb")
        """)
    #expect(log.lines == ["+Mains", "+Fuses", "+Lights", "-Fuses", "-Mains"])
    #expect(container.state == .idle)
    try await container.start()
    #expect(log.lines.suffix(4) == ["+Mains", "+Fuses", "+Lights", "+Hall"])
  }

  @Test func `an init that throws fails the start with the path, and nothing of it is kept`() async throws {
    let (log, tries) = (Log(), Counter())
    let container = try Container {
      Bind { (text: String, well: Well) in text.count }.in(.singleton).eager
      Bind { (road: Road) in road.name }
      Bind { () async throws in if tries.add() == 1 { throw Breakdown() } else { Road() } }.in(.singleton)
      Bind(Well.init).in(.singleton).logged(in: log)
    }
    #expect(
      await outcome { try await container.start() }.split(separator: "\n").prefix(3).joined(separator: "\n") == """
        [start-failed] failed
        Road: [failed-factory] the factory of 'Road' threw: Breakdown(reason: "out of fuel")
        Road
        """)
    try await container.start()
    #expect(try withoutAwaiting { try container.resolve(Int.self) } == 8)
  }

  @Test func `a name with a line break stays on its line of the error`() async throws {
    let line: UInt = #line + 2
    let container = try Container {
      Bind(Mains.init).named("left\nright").in(.singleton).onStart { _ in throw Breakdown("hot") }
    }
    let error = await #expect(throws: LifecycleError.self) { try await container.start() }
    #expect(
      "\(try #require(error))" == """
        error: [start-failed] the container could not be started: one binding failed
          'Mains named "left\\nright"' (StartFailureTests.swift:\(line):11): Breakdown(reason: "hot")
        """)
  }

  @Test func `the error tells everything that failed when rolling back`() async throws {
    let line: UInt = #line + 2
    let container = try Container {
      Bind(Lights.init).in(.singleton).onStart { _ in throw Breakdown("no bulb") }
      Bind(Fuses.init).in(.singleton).onStop { _ in throw Breakdown("stuck") }
      Bind(Mains.init).in(.singleton).onStop { _ in throw Breakdown("hot") }
    }
    let error = await #expect(throws: LifecycleError.self) { try await container.start() }
    #expect(
      "\(try #require(error))" == """
        error: [start-failed] the container could not be started: one binding failed
          'Lights' (StartFailureTests.swift:\(line):11): Breakdown(reason: "no bulb")
          rolling back: 'Fuses' (StartFailureTests.swift:\(line + 1):11): Breakdown(reason: "stuck")
          rolling back: 'Mains' (StartFailureTests.swift:\(line + 2):11): Breakdown(reason: "hot")
        """)
  }

  @Test func `what still runs when the start fails is cancelled, and stopped if it got up all the same`() async throws {
    let (log, door) = (Log(), Door())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        try? await door.passUnlessCancelled()
        log.add("+Well although cancelled")
      }.onStop { _ in log.add("-Well") }
      Bind(Wheel.init).in(.singleton).onStart { _ in try await door.passUnlessCancelled() }.onStop { _ in log.add("-Wheel") }
      Bind { Road() }.in(.singleton).onStart { _ in
        await yield { door.queue == 2 }
        throw Breakdown()
      }
    }
    #expect(
      await outcome { try await container.start() } == """
        [start-failed] failed
        Road: Breakdown(reason: "out of fuel")
        """)
    #expect(log.lines == ["+Well although cancelled", "-Well"])
  }

  @Test func `of what still runs when the start fails no further hook begins, and what is not up is not stopped`() async throws {
    let (log, door) = (Log(), Door())
    let container = try Container {
      Bind(Well.init).in(.singleton)
        .onStart { _ in
          try? await door.passUnlessCancelled()
          log.add("+1")
        }
        .onStart { _ in log.add("+2") }
        .onStop { _ in log.add("-Well") }
      Bind { Road() }.in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
    }
    #expect(
      await outcome { try await container.start() } == """
        [start-failed] failed
        Road: Breakdown(reason: "out of fuel")
        """)
    #expect(log.lines == ["+1"])
  }

  @Test func `cancelling the task that starts rolls back`() async throws {
    let (log, door) = (Log(), Door())
    let container = try Container {
      Bind(Fuses.init).in(.singleton).onStart { _ in try await door.passUnlessCancelled() }
      Bind(Mains.init).in(.singleton).logged(in: log)
    }
    let start = Task { await outcome { try await container.start() } }
    await yield { door.queue == 1 }
    start.cancel()
    #expect(await start.value == "[start-failed] cancelled")
    #expect(log.lines == ["+Mains", "-Mains"])
    door.open()
    try await container.start()
  }

  @Test func `a start in a task that is cancelled already does nothing`() async throws {
    let log = Log()
    let container = try Container { Bind(Well.init).in(.singleton).logged(in: log) }
    let start = Task {
      await yield { Task.isCancelled }
      return await outcome { try await container.start() }
    }
    start.cancel()
    #expect(await start.value == "[start-failed] cancelled")
    #expect(log.lines == [])
    #expect(container.state == .idle)
  }

  @Test func `a hook has its own deadline, is named and left behind`() async throws {
    let (log, door, clock) = (Log(), Door(), ManualClock())
    let container = try Container {
      Bind(Fuses.init).in(.singleton).logged(in: log).onStart { _ in await door.pass() }
      Bind(Mains.init).in(.singleton).logged(in: log)
    }
    let start = Task { await outcome { try await container.start(each: .seconds(2), clock: clock) } }
    await yield { door.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(2))
    #expect(
      await start.value == """
        [start-failed] late
        Fuses: left behind
        """)
    #expect(log.lines == ["+Mains", "+Fuses", "-Mains"])
    door.open()
  }

  @Test func `a bind may say itself how long its hook may take`() async throws {
    let (door, clock) = (Door(), ManualClock())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart(within: .seconds(5)) { _ in await door.pass() }
    }
    let start = Task { await outcome { try await container.start(each: .seconds(2), clock: clock) } }
    await yield { door.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(2))
    await Task.yield()
    #expect(container.state == .starting)
    clock.advance(by: .seconds(3))
    #expect(await start.value == "[start-failed] late\nWell: left behind")
    door.open()
  }

  @Test func `at the deadline of the whole what ignores cancellation is named, left behind, and not waited for`() async throws {
    let (log, door, clock) = (Log(), Door(), ManualClock())
    let container = try Container {
      Bind(Lights.init).in(.singleton).logged(in: log)
      Bind(Fuses.init).in(.singleton).onStart { _ in await door.pass() }
      Bind(Mains.init).in(.singleton).logged(in: log)
      Bind(Well.init).in(.singleton).onStart { _ in await door.pass() }.onStop { _ in log.add("-Well") }
    }
    let start = Task { await outcome { try await container.start(deadline: .seconds(9), clock: clock) } }
    await yield { door.queue == 2 && clock.sleepers == 1 }
    clock.advance(by: .seconds(9))
    #expect(
      await start.value == """
        [start-failed] expired
        Fuses: left behind
        Well: left behind
        """)
    #expect(log.lines == ["+Mains", "-Mains"])
    door.open()
  }

  @Test func `rolling back has a budget of its own, for what still runs and for what is stopped`() async throws {
    let (door, clock) = (Door(), ManualClock())
    let container = try Container {
      Bind(Lights.init).in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
      Bind(Fuses.init).in(.singleton).onStop { _ in await door.pass() }
      Bind(Mains.init).in(.singleton).onStop { _ in door.open() }
      Bind(Well.init).in(.singleton).onStart { _ in await door.pass() }
    }
    let start = Task { await outcome { try await container.start(rollback: .seconds(3), clock: clock) } }
    await yield { clock.sleepers == 1 }
    clock.advance(by: .seconds(3))
    // Nothing of the budget is left for the fuses, but their hook is begun, and so is that of the mains.
    #expect(
      await start.value == """
        [start-failed] failed
        Lights: Breakdown(reason: "out of fuel")
        Well: left behind
        rolling back Fuses: left behind
        rolling back Mains: left behind
        """)
    await yield { door.queue == 0 }
  }

  @Test func `no time at all is an error like any other`() async throws {
    let door = Door()
    let container = try Container { Bind(Well.init).in(.singleton).onStart { _ in try await door.passUnlessCancelled() } }
    #expect(await outcome { try await container.start(deadline: .seconds(-1)) } == "[start-failed] expired\nWell: left behind")
  }

  @Test func `a closed container does not start`() async throws {
    let container = try Container { Bind(Well.init).in(.singleton).eager }
    try await container.close()
    let error = await #expect(throws: LifecycleError.self) { try await container.start() }
    #expect(
      "\(try #require(error))" == """
        error: [start-failed] the container could not be started: it is closed
          help: make a new one from the same modules
        """)
  }

  @Test func `the deadline of the whole does not shorten rolling back`() async throws {
    let (log, door, clock) = (Log(), Door(), ManualClock())
    let container = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        await door.pass()
        log.add("+Well")
      }.onStop { _ in log.add("-Well") }
      Bind { Road() }.in(.singleton).onStart { _ in
        await yield { door.queue == 1 }
        throw Breakdown()
      }
    }
    let start = Task { await outcome { try await container.start(deadline: .seconds(2), rollback: .seconds(9), clock: clock) } }
    await yield { clock.sleepers == 2 }
    clock.advance(by: .seconds(2))
    // Long enough for the deadline to be noticed, if it counted.
    for _ in 1...100 { await Task.yield() }
    door.open()
    #expect(
      await start.value == """
        [start-failed] failed
        Road: Breakdown(reason: "out of fuel")
        """)
    #expect(log.lines == ["+Well", "-Well"])
  }
}
