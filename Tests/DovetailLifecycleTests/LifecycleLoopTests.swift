// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Testing
import CoreTestSupport
import TestSupport

/// Starts and stops that wait for those of other containers, and what is told where a loop cannot be found.
@Suite(.timeLimit(.minutes(15))) struct LifecycleLoopTests {
  /// Containers whose hooks call each other, and have all begun before the first one does.
  private final class Ring: Sendable {
    let containers: [Box<Container>]
    let (log, door, arrived) = (Log(), Door(), Counter())

    init(_ count: Int) { containers = (0..<count).map { _ in Box() } }

    deinit { for container in containers { container.value = nil } }

    /// Runs `ask` in the hook of one, with the next one.
    func meet(_ index: Int, _ ask: @Sendable (Container) async throws -> Void) async throws {
      if arrived.add() == containers.count { door.open() } else { await door.pass() }
      guard let next = containers[(index + 1) % containers.count].value else { return }
      do { try await ask(next) } catch {
        let facts = (error as? LifecycleError).map { "\($0.isStart ? "start" : "stop") \($0.reason)" }
        log.add(facts ?? (error as? CloseError)?.reason.rawValue ?? "\(error)")
        throw error
      }
    }

    /// Runs `body` with all containers at once.
    func all(_ body: @escaping @Sendable (Container) async throws -> Void) async -> [String] {
      await withTaskGroup(of: String.self) { group in
        for container in containers.compactMap(\.value) { group.addTask { await outcome { try await body(container) } } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
  }

  @Test(arguments: [2, 3, 7])
  func `starts that wait for each other end with errors, of which one tells the loop`(count: Int) async throws {
    let ring = Ring(count)
    for index in 0..<count {
      ring.containers[index].value = try Container {
        Bind(Well.init).in(.singleton).onStart { [unowned ring] _ in try await ring.meet(index) { try await $0.start() } }
      }
    }
    let outcomes = await ring.all { try await $0.start() }
    #expect(outcomes.allSatisfy { $0.hasPrefix("[start-failed] failed\nWell: error: [start-failed]") }, "\(outcomes)")
    #expect(ring.log.lines.sorted() == Array(repeating: "start failed", count: count - 1) + ["start reentered"])
    #expect(ring.containers.allSatisfy { $0.value?.state == .idle })
  }

  @Test func `an error of the loop names the hooks on its way, and says what to do`() async throws {
    let ring = Ring(2)
    let line: Int = #line + 3
    for index in 0..<2 {
      ring.containers[index].value = try Container {
        Bind(Well.init).in(.singleton).onStart { [unowned ring] _ in try await ring.meet(index) { try await $0.start() } }
      }
    }
    let first = await ring.all { container in
      do { try await container.start() } catch { throw Breakdown("\(error)") }
    }.max { $0.count < $1.count }
    let well = "'Well' (LifecycleLoopTests.swift:\(line):13): error: [start-failed] the container could not be started:"
    let text = """
      error: [start-failed] the container could not be started: one binding failed
        \(well) one binding failed
            \(well) what it waits for asked for it
                help: let the program start and stop it, or do it in a detached task that nothing waits for
      """
    #expect(first == "\(Breakdown(text))")
  }

  @Test func `stops that wait for each other end with errors, and every hook has run`() async throws {
    let ring = Ring(2)
    for index in 0..<2 {
      ring.containers[index].value = try Container {
        Bind(Well.init).in(.singleton).onStop { [unowned ring] _ in try await ring.meet(index) { try await $0.stop() } }
      }
    }
    #expect(await ring.all { try await $0.start() } == ["well", "well"])
    let outcomes = await ring.all { try await $0.stop() }
    #expect(outcomes.allSatisfy { $0.hasPrefix("[stop-failed] failed\nWell: error: [stop-failed]") }, "\(outcomes)")
    #expect(ring.log.lines.sorted() == ["stop failed", "stop reentered"])
    #expect(ring.containers.allSatisfy { $0.value?.state == .stopped })
  }

  @Test func `a hook that closes a container whose start waits for it is refused`() async throws {
    let (first, second, log, door) = (Box<Container>(), Box<Container>(), Log(), Door())
    first.value = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        door.open()
        try await second.value?.start()
      }
    }
    second.value = try Container {
      Bind(Well.init).in(.singleton).onStart { _ in
        await door.pass()
        do { try await first.value?.close() } catch { log.add("\(error)") }
      }
    }
    #expect(await outcome { try await first.value?.start() } == "well")
    #expect(
      log.lines == [
        """
        error: [async-close] the container was started, and cannot be closed before it is stopped
          help: close it with try await close(), which stops it first, outside its hooks; nothing has been closed yet
        """
      ])
    #expect([first.value?.state, second.value?.state] == [.running, .running])
    (first.value, second.value) = (nil, nil)
  }

  @Test func `hooks that wait for one other container, or for one that has started, wait in no loop`() async throws {
    let (base, log) = (Box<Container>(), Log())
    base.value = try Container { Bind(Mains.init).in(.singleton).logged(in: log) }
    let others = try (1...8).map { _ in
      try Container { Bind(Well.init).in(.singleton).onStart { _ in try await base.value?.start() } }
    }
    let starts = await together(8) { try await others[$0].start() }
    #expect(starts.allSatisfy { $0.summary == "()" })
    #expect(log.lines == ["+Mains"])
    base.value = nil
  }

  /// A container whose hook awaits a detached task that stops it: a loop that nobody can see.
  private func hidden(_ box: Box<Container>, _ recorder: RecordingObserver, _ hooks: Counter) throws -> Container {
    let container = try Container(observers: [recorder]) {
      Bind(Mains.init).in(.singleton)
      Bind(Fuses.init).in(.singleton).onStart { _ in
        hooks.add()
        await Task.detached { try? await box.value?.stop() }.value
      }
    }
    box.value = container
    return container
  }

  private func unfinished(_ recorder: RecordingObserver) -> [String] {
    recorder.events.compactMap { event in if case .unfinished = event.kind { "\(event)" } else { nil } }
  }

  @Test func `a hook that does not return is told to observers after ten seconds, once, and its deadline ends it`() async throws {
    let (box, recorder, clock, hooks) = (Box<Container>(), RecordingObserver(), ManualClock(), Counter())
    let container = try hidden(box, recorder, hooks)
    let start = Task { await outcome { try await container.start(rollback: .seconds(60), clock: clock) } }
    // What sleeps while the hook runs waits for the hook, no longer for the factory.
    await yield { hooks.value == 1 && clock.sleepers == 1 }
    #expect(container.state == .starting)
    clock.advance(by: .seconds(10))
    await yield { !unfinished(recorder).isEmpty }
    #expect(unfinished(recorder) == ["Fuses has not returned after 10000.0 ms"])
    let numbers = recorder.events.filter { $0.subject.key.description == "Fuses" && $0.run > 0 }.map(\.number)
    #expect(numbers.count == 2 && numbers[0] == numbers[1])
    let other = Task { await outcome { try await container.stop(deadline: .seconds(1), clock: clock) } }
    await yield { clock.sleepers == 1 }
    clock.advance(by: .seconds(1))
    #expect(await other.value == "[stop-failed] expired\nFuses: left behind")
    #expect(await start.value == "[start-failed] stopped\nFuses: left behind")
    #expect(unfinished(recorder).count == 1)
    box.value = nil
  }

  @Test func `a hook that returns in time is not told to observers`() async throws {
    let (recorder, clock, door) = (RecordingObserver(), ManualClock(), Door())
    let container = try Container(observers: [recorder]) {
      Bind(Well.init).in(.singleton).onStart { _ in await door.pass() }
    }
    let start = Task { await outcome { try await container.start(clock: clock) } }
    await yield { door.queue == 1 && clock.sleepers == 1 }
    clock.advance(by: .seconds(9))
    door.open()
    #expect(await start.value == "well")
    await yield { clock.sleepers == 0 }
    clock.advance(by: .seconds(9))
    #expect(unfinished(recorder) == [])
  }
}
