// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import DovetailNames
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct StartTests {
  private func hall(_ log: Log) throws -> Container {
    try Container {
      Bind(Hall.init).in(.singleton).logged(in: log)
      Bind(Lights.init).in(.singleton).logged(in: log)
      Bind(Fuses.init).in(.singleton).logged(in: log)
      Bind(Mains.init).in(.singleton).logged(in: log)
      Bind(Boiler.init).in(.singleton).logged(in: log)
      Bind(Well.init).in(.singleton).logged(in: log)
    }
  }

  /// Whether every word comes before the next one.
  private func isOrdered(_ lines: [String], _ words: String...) -> Bool {
    let places = words.compactMap { lines.firstIndex(of: $0) }
    return places.count == words.count && places == places.sorted()
  }

  @Test func `everything starts after what it needs, and stops before it, each once`() async throws {
    let log = Log()
    let container = try hall(log)
    try await container.start()
    #expect(container.state == .running)
    let started = log.lines
    #expect(started.sorted() == ["+Boiler", "+Fuses", "+Hall", "+Lights", "+Mains", "+Well"])
    #expect(isOrdered(started, "+Mains", "+Fuses", "+Lights", "+Hall"))
    #expect(isOrdered(started, "+Well", "+Boiler", "+Hall"))
    try await container.stop()
    #expect(container.state == .stopped)
    let stopped = Array(log.lines.dropFirst(6))
    #expect(stopped.sorted() == ["-Boiler", "-Fuses", "-Hall", "-Lights", "-Mains", "-Well"])
    #expect(isOrdered(stopped, "-Hall", "-Lights", "-Fuses", "-Mains"))
    #expect(isOrdered(stopped, "-Hall", "-Boiler", "-Well"))
  }

  @Test(.timeLimit(.minutes(15))) func `what is independent starts and stops at the same time`() async throws {
    let (up, down, log) = (Meeting(3), Meeting(3), Log())
    let container = try Container {
      for number in 1...3 {
        Bind { Road(name: "\(number)") }.named("\(number)").in(.singleton)
          .onStart { _ in
            log.add("begun")
            await up.join()
            log.add("up")
          }
          .onStop { _ in
            log.add("ended")
            await down.join()
            log.add("down")
          }
      }
    }
    try await container.start()
    #expect(log.lines == ["begun", "begun", "begun", "up", "up", "up"])
    try await container.stop()
    #expect(log.lines.dropFirst(6) == ["ended", "ended", "ended", "down", "down", "down"])
  }

  @Test(.timeLimit(.minutes(15))) func `nothing waits for what it does not need`() async throws {
    // The well is as deep in the graph as the mains. It comes up only when the lights, two levels further, are on.
    let (lightsOn, wellOff, log) = (Door(), Door(), Log())
    let container = try Container {
      Bind(Hall.init).in(.singleton).eager
      Bind(Lights.init).in(.singleton)
        .onStart { _ in
          log.add("+Lights")
          lightsOn.open()
        }
        .onStop { _ in
          await wellOff.pass()
          log.add("-Lights")
        }
      Bind(Fuses.init).in(.singleton)
      Bind(Mains.init).in(.singleton)
      Bind(Boiler.init).in(.singleton)
      Bind(Well.init).in(.singleton)
        .onStart { _ in
          await lightsOn.pass()
          log.add("+Well")
        }
        .onStop { _ in
          log.add("-Well")
          wellOff.open()
        }
    }
    try await container.start()
    try await container.stop()
    #expect(log.lines == ["+Lights", "+Well", "-Well", "-Lights"])
  }

  @Test func `eager, asynchronous and hooked binds are built, and nothing else`() async throws {
    let log = Log()
    let container = try Container {
      Bind { "eager" }.in(.singleton).eager.onCreate { log.add($0) }
      Bind { () async in Wheel() }.in(.singleton).onCreate { _ in log.add("asynchronous") }
      Bind { () async in Wheel() }.named("spare").onCreate { _ in log.add("transient") }
      Bind { Road() }.in(.singleton).onStop { _ in }.onCreate { _ in log.add("hooked") }
      Bind { 7 }.in(.singleton).onCreate { _ in log.add("lazy") }
      Bind { (order: Order) in Radio(frequency: 1) }.in(.scoped(Workshop.self)).onCreate { _ in log.add("scoped") }
    }
    try await container.start()
    #expect(log.lines.sorted() == ["asynchronous", "eager", "hooked"])
  }

  @Test func `what is eager or has a hook is used, since the start builds it, although nothing asks for it`() {
    let report = Container.check(
      InlineModule {
        Bind { 1 }
        Bind { "eager" }.in(.singleton).eager
        Bind { Road(name: "started") }.in(.singleton).onStart { _ in }
        Bind { Radio(frequency: 1) }.in(.singleton).onStop { _ in }
        Bind { Wheel() }.in(.singleton)
      }, roots: [Root(Int.self)])
    #expect(report.diagnostics.map(\.message) == ["nothing that the program resolves needs 'Wheel'"])
  }

  @Test func `the order is passed on by what has nothing to do itself`() async throws {
    let log = Log()
    let door = Door()
    let container = try Container {
      Bind { (road: Road) in "\(road.name)" }.in(.singleton).logged(in: log)
      Bind { (wheel: Wheel) in Road() }
      Bind(Wheel.init).in(.singleton).onStart { _ in
        await door.pass()
        log.add("+Wheel")
      }
    }
    let start = Task { try await container.start() }
    await yield { door.queue == 1 }
    #expect(log.lines == [])
    door.open()
    try await start.value
    #expect(log.lines == ["+Wheel", "+String"])
  }

  @Test func `what is deferred has no order, and may lead back`() async throws {
    let log = Log()
    let container = try Container {
      Bind { (wheel: Lazy<Wheel>) in Road() }.in(.singleton).logged(in: log)
      Bind { (road: Road) in Wheel() }.in(.singleton).logged(in: log)
    }
    try await container.start()
    #expect(log.lines == ["+Road", "+Wheel"])
  }

  @Test func `several hooks of one bind run in declared order, and stop against it`() async throws {
    let log = Log()
    let container = try Container {
      Bind(Wheel.init).in(.singleton)
        .onStart { _ in log.add("+1") }.onStart { _ in log.add("+2") }
        .onStop { _ in log.add("-1") }.onStop { _ in log.add("-2") }
    }
    try await container.start()
    try await container.stop()
    #expect(log.lines == ["+1", "+2", "-2", "-1"])
  }

  @Test func `hooks belong to the bind, not to what wraps it, which is built too`() async throws {
    let log = Log()
    let container = try Container {
      Bind((any Engine).self, HybridEngine.init).in(.singleton).onStart { log.add("+\($0.label)") }
      Decorate((any Engine).self) { (inner: any Engine) in
        log.add("wrapped")
        return MeteredEngine(inner: inner)
      }
    }
    try await container.start()
    #expect(log.lines == ["+hybrid", "wrapped"])
    #expect(try withoutAwaiting { try container.resolve((any Engine).self) }.label == "metered hybrid")
  }

  @Test func `an override brings its own hooks`() async throws {
    let log = Log()
    let container = try Container { Bind { 7 }.in(.singleton).onStart { log.add("\($0)") } }
    try await container.rebuilt { Bind { 8 }.in(.singleton).onStart { log.add("\($0)") } }.start()
    #expect(log.lines == ["8"])
  }

  @Test func `values that exist already, named binds and the main actor take part`() async throws {
    let log = Log()
    let container = try Container {
      Bind(instance: Road(name: "A5")).onStart { log.add($0.name) }
      NamedBind("wheel", needs: []) { _ in Wheel() }.in(.singleton).onStart { _ in log.add("wheel") }.onStop { _ in
        log.add("no wheel")
      }
      NamedBind("eager", needs: []) { _ in log.add("eager") }.in(.singleton).eager
      Bind { @MainActor in MainActorPart() }.in(.singleton).onStart { await $0.start(log) }
    }
    try await container.start()
    try await container.stop()
    #expect(log.lines.sorted() == ["A5", "eager", "main", "no wheel", "wheel"])
  }

  @MainActor private final class MainActorPart {
    func start(_ log: Log) { log.add("main") }
  }

  @Test func `a child starts what it declares itself`() async throws {
    let log = Log()
    let parent = try Container { Bind(Well.init).in(.singleton).logged(in: log) }
    let child = try parent.child { Bind(Boiler.init).in(.singleton).logged(in: log) }
    try await child.start()
    #expect(log.lines == ["+Boiler"])
    #expect(parent.state == .idle)
    try await parent.start()
    try await child.stop()
    #expect(log.lines == ["+Boiler", "+Well", "-Boiler"])
  }

  @Test func `after a start what is asynchronous is there for synchronous requests`() async throws {
    let container = try hall(Log())
    try await container.start()
    _ = try withoutAwaiting { try container.resolve(Hall.self) }
    #expect(try withoutAwaiting { try container.resolve(Boiler.self) } === (try await container.resolve(Boiler.self)))
  }

  @Test func `ten thousand binds start`() async throws {
    let count = Counter()
    let container = try Container {
      for number in 0..<10_000 {
        Bind { (road: Road) in road.name.count }.named("\(number)").in(.singleton).onStart { _ in count.add() }
      }
      Bind { Road() }.in(.singleton)
    }
    try await container.start()
    #expect(count.value == 10_000)
  }

  @Test func `a limit that no clock can count to is no limit`() async throws {
    let (log, longest) = (Log(), Duration.seconds(Int64.max))
    let container = try Container {
      Bind(Boiler.init).in(.singleton)
        .onStart(within: longest) { _ in
          await Task.yield()
          log.add("+")
        }
        .onStop(within: longest) { _ in
          await Task.yield()
          log.add("-")
        }
      Bind(Well.init).in(.singleton)
    }
    try await container.start(deadline: longest, each: longest, rollback: longest)
    try await container.stop(deadline: longest, each: longest)
    #expect(log.lines == ["+", "-"])
  }

  @Test func `a limit before all that a clock can count to has passed`() async throws {
    let container = try Container {
      Bind(Boiler.init).in(.singleton).onStop { _ in await Task.yield() }
      Bind(Well.init).in(.singleton)
    }
    try await container.start()
    _ = await outcome { try await container.stop(deadline: Duration.seconds(Int64.min) * 18) }
    #expect(container.state == .stopped)
  }
}
