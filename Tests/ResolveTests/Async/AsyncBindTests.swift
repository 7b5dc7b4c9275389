// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct AsyncBindTests {
  private func station() throws -> Container {
    try Container {
      Bind(Tank.init).in(.singleton)
      Bind(Pump.init).in(.singleton)
      Bind(Station.init).in(.singleton)
      Bind(Delivery.init)
      Bind(Clerk.init)
      Bind(Wheel.init)
    }
  }

  @Test func `initialisers that are async and throw are bound like any other`() async throws {
    let container = try station()
    let station = try await container.resolve(Station.self)
    #expect(station.tank.litres == 60)
    #expect(station.pump.tank === station.tank)
    #expect(try await container.resolve(Tank.self) === station.tank)
    #expect(try await container.resolve(Key(Pump.self)) === station.pump)
  }

  @Test func `a transient with an async factory is made anew for every request, around what is shared`() async throws {
    let container = try station()
    let (first, second) = (try await container.resolve(Delivery.self), try await container.resolve(Delivery.self))
    #expect(first !== second)
    #expect(first.tank === second.tank)
  }

  @Test func `what is synchronous can be awaited too, and so can what is not Sendable`() async throws {
    let container = try station()
    let wheel = try await container.resolve(Wheel.self)
    #expect(try await container.resolve(Wheel.self) !== wheel)
    #expect(try await container.resolve(Clerk.self).station === container.resolve(Station.self))
    #expect(try await MainActorUser.litres(from: container) == 60)
  }

  @MainActor private enum MainActorUser {
    static func litres(from container: Container) async throws -> Int {
      let clerk = try await container.resolve(Clerk.self)
      return clerk.station.tank.litres
    }
  }

  @Test func `asked synchronously too early, the error names the chain to what is async`() throws {
    let container = try station()
    #expect(
      failure { try container.resolve(Clerk.self) } == """
        [async-need] 'Tank' is made asynchronously and is not there yet
        Clerk -> Station -> Tank
        """)
    #expect(
      failure { try container.resolve(Delivery.self) } == """
        [async-need] 'Delivery' is made asynchronously each time
        Delivery
        """)
  }

  @Test func `the help for a collection says what the collection may hold instead`() {
    let report = Container.check(
      InlineModule {
        Bind { () async in 7 }.contribute(key: "seven")
        Bind { (all: [Int]) in Double(all.count) }
        Bind { (all: [String: Int]) in Float(all.count) }
      })
    let help = "share 'Int' with .in(.singleton), or make the factory of"
    #expect(
      report.errors.map(\.help) == [
        "let 'Double' take [AsyncProvider<Int>] or [Lazy<Int>], \(help) 'Double' asynchronous",
        "let 'Float' take [String: AsyncProvider<Int>] or [String: Lazy<Int>], \(help) 'Float' asynchronous",
      ])
  }

  @Test func `asked synchronously once it is built, it is there`() async throws {
    let container = try station()
    let built = try await container.resolve(Station.self)
    let now: () throws -> (Station, Clerk, Tank) = { try (container.resolve(), container.resolve(), container.resolve()) }
    let (station, clerk, tank) = try now()
    #expect(station === built)
    #expect(clerk.station === built)
    #expect(tank === built.tank)
  }

  @Test func `nothing runs before it is asked for`() throws {
    let runs = Counter()
    _ = try Container { Bind { () async throws in runs.add() }.in(.singleton) }
    #expect(runs.value == 0)
  }

  @Test func `64 tasks that ask first build one, through synchronous binds too`() async throws {
    for _ in 1...200 {
      let (tanks, stations) = (Counter(), Counter())
      let container = try Container {
        Bind { () async throws -> Tank in
          tanks.add()
          return try await Tank()
        }.in(.singleton)
        Bind(Pump.init).in(.singleton)
        Bind { (tank: Tank, pump: Pump) in
          stations.add()
          return Station(tank: tank, pump: pump)
        }.in(.singleton)
      }
      let results = await together(64) { index in
        index % 2 == 0 ? try await container.resolve(Station.self).tank : try await container.resolve(Tank.self)
      }
      let first = try results[0].get()
      #expect(results.allSatisfy { (try? $0.get()) === first })
      #expect([tanks.value, stations.value] == [1, 1])
    }
  }

  @Test func `a failure names the way to it, is told to all who wait, and is not kept`() async throws {
    let fails = Box(true)
    let container = try Container {
      Bind { () async throws -> Tank in
        if fails.value == true { throw Breakdown() }
        return try await Tank()
      }.in(.singleton)
      Bind(Pump.init).in(.singleton)
      Bind(Station.init).in(.singleton)
      Bind(Clerk.init)
    }
    for _ in 1...2 {
      let text = await asyncFailure { try await container.resolve(Clerk.self).station }
      #expect(
        text.hasPrefix("[failed-factory] the factory of 'Tank' threw: Breakdown(reason: \"out of fuel\")\nClerk -> Station -> "))
      #expect(text.hasSuffix("Tank"))
    }
    fails.value = false
    #expect(try await container.resolve(Clerk.self).station.tank.litres == 60)
  }

  @Test func `what is independent is built at the same time`() async throws {
    // Each waits until both have begun: one after the other would never end.
    let meeting = Meeting(2)
    let container = try Container {
      Bind { () async -> Road in
        await meeting.join()
        return Road()
      }.in(.singleton)
      Bind { () async -> Wheel in
        await meeting.join()
        return Wheel()
      }.in(.singleton)
      Bind { (road: Road, wheel: Wheel) in "\(road.name)" }
    }
    #expect(try await container.resolve(String.self) == "Route 66")
  }

  @Test func `a diamond of async singletons builds each once`() async throws {
    let built = Log()
    let container = try Container {
      Bind { () async -> Int in
        built.add("base")
        return 1
      }.in(.singleton)
      Bind { (base: Int) async -> String in "left \(base)" }.named("left").in(.singleton)
      Bind { (base: Int) async -> String in "right \(base)" }.named("right").in(.singleton)
      Bind { (left: String, right: String) async in [left, right] }.needs(String.self, named: "left", "right").in(.singleton)
    }
    #expect(try await container.resolve([String].self) == ["left 1", "right 1"])
    #expect(built.lines == ["base"])
  }

  @Test func `a long chain of async binds does not use up the stack`() async throws {
    let container = try Container {
      Bind { () async -> Int in 0 }.named("0").in(.singleton)
      for number in 1...2_000 {
        Bind { (value: Int) async -> Int in value + 1 }.named("\(number)").needs(Int.self, named: "\(number - 1)").in(.singleton)
      }
    }
    #expect(try await container.resolve(Int.self, named: "2000") == 2_000)
  }

  @Test func `optionals, collections and dictionaries of what is async are awaited`() async throws {
    let container = try Container {
      Bind { () async -> Radio in Radio(frequency: 99.5) }.contribute(key: "pop")
      Bind { Radio(frequency: 102.8) }.contribute(key: "news")
      Bind(Tank.init).in(.singleton)
      Bind { (radios: [Radio], byName: [String: Radio], tank: Tank?, road: Road?) async -> String in
        "\(radios.map(\.frequency)) \(byName["pop"]?.frequency ?? 0) \(tank?.litres ?? 0) \(road?.name ?? "none")"
      }
    }
    #expect(try await container.resolve(String.self) == "[99.5, 102.8] 99.5 60 none")
    #expect(try await container.resolve([Radio].self).map(\.frequency) == [99.5, 102.8])
  }

  @Test func `properties are set and hooks run before anybody sees the value`() async throws {
    struct Van: Sendable { var radio: Radio? }
    let seen = Log()
    let container = try Container {
      Bind { () async in Van() }.require(\.radio).onCreate { seen.add("\($0.radio?.frequency ?? 0)") }.in(.singleton)
      Bind { Radio(frequency: 99.5) }
    }
    #expect(try await container.resolve(Van.self).radio?.frequency == 99.5)
    #expect(seen.lines == ["99.5"])
  }

  @Test func `a step that fails is one step of the path, and so is what it needs`() async throws {
    let container = try Container {
      Bind { () async in Wheel() }.onCreate { _ in throw Breakdown() }.onClose { _ in throw Breakdown("stuck") }.in(.singleton)
      Bind { () async in 1 }.onCreate { @MainActor _ in throw Breakdown() }
      Bind { () async in Road() }.onCreate { (_, resolver: any Resolver) in _ = try resolver.resolve(Radio.self) }
      Bind { () throws -> Radio in throw Breakdown() }
    }
    func text(_ path: String, of key: String) -> String {
      "[failed-factory] the factory of '\(key)' threw: Breakdown(reason: \"out of fuel\")\n\(path)"
    }
    #expect(await asyncFailure { try await container.resolve(Wheel.self) } == text("Wheel", of: "Wheel"))
    #expect(await asyncFailure { try await container.resolve(Int.self) } == text("Int", of: "Int"))
    #expect(await asyncFailure { try await container.resolve(Road.self) } == text("Road -> Radio", of: "Radio"))
  }

  @Test func `a decorator wraps what was awaited`() async throws {
    let container = try Container {
      Bind((any Engine).self) { () async -> any Engine in HybridEngine() }.in(.singleton)
      Decorate((any Engine).self) { (inner: any Engine) in MeteredEngine(inner: inner) }
    }
    #expect(try await container.resolve((any Engine).self).label == "metered hybrid")
  }

  @Test func `run-time arguments are handed to an async factory`() async throws {
    let container = try Container {
      Bind { (name: String, tank: Tank) async in "\(name) \(tank.litres)" }.arguments(String.self)
      Bind(Tank.init).in(.singleton)
    }
    #expect(try await container.resolve(String.self, arguments: "diesel") == "diesel 60")
    #expect(
      await asyncFailure { try await container.resolve(String.self, arguments: 3) }
        == "[wrong-arguments] 'String' is made with the arguments (String), not (Int)\nString")
  }

  @Test func `closing a container closes what was awaited, newest first`() async throws {
    let closed = Log()
    let container = try Container {
      Bind(Tank.init).in(.singleton).onClose { _ in closed.add("tank") }
      Bind(Pump.init).in(.singleton).onClose { _ in closed.add("pump") }
    }
    _ = try await container.resolve(Pump.self)
    try await container.close()
    #expect(closed.lines == ["pump", "tank"])
    #expect(
      await asyncFailure { try await container.resolve(Pump.self) }
        == "[closed] 'Pump' was resolved after the container had closed\n")
  }

  @Test func `a container that closes during a build closes what comes of it and hands nothing out`() async throws {
    let (door, closed) = (Door(), Log())
    let container = try Container {
      Bind { () async -> Road in
        await door.pass()
        return Road()
      }.in(.singleton).onClose { closed.add($0.name) }
    }
    let task = Task { try await container.resolve(Road.self) }
    await yield { door.queue == 1 }
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    door.open()
    try await closing.value
    #expect(await task.result.summary.hasPrefix("[closed] 'Road' was resolved after the container had closed"))
    #expect(closed.lines == ["Route 66"])
  }
}
