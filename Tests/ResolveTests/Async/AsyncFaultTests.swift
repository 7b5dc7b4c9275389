// SPDX-License-Identifier: Apache-2.0
import Testing

import class Foundation.Thread

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct AsyncFaultTests {
  @Test func `an init that hangs is left alone by who is cancelled, and built again by who comes`() async throws {
    let (door, runs) = (Door(), Counter())
    let container = try Container {
      Bind { () async throws -> Road in
        if runs.add() == 1 { try await door.passUnlessCancelled() }
        return Road()
      }.in(.singleton)
    }
    let task = Task { try await container.resolve(Road.self) }
    await yield { door.queue == 1 }
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    #expect(try await container.resolve(Road.self).name == "Route 66")
    #expect(runs.value == 2)
  }

  @Test func `a waiter that is cancelled while another one waits goes alone`() async throws {
    let door = Door()
    let container = try Container {
      Bind { () async throws -> Road in
        try await door.passUnlessCancelled()
        return Road()
      }.in(.singleton)
    }
    let (first, second) = (Task { try await container.resolve(Road.self) }, Task { try await container.resolve(Road.self) })
    await yield { door.queue == 1 }
    first.cancel()
    #expect(await first.result.summary == "CancellationError")
    door.open()
    #expect(try await second.value.name == "Route 66")
  }

  @Test func `an init that resolves itself again is an error with the path`() async throws {
    let container = try Container {
      Bind { (resolver: any Resolver) async throws -> Road in try await resolver.resolve() }.in(.singleton)
      Bind { (resolver: any Resolver) async throws -> Wheel in try await resolver.resolve() }
    }
    #expect(
      await asyncFailure { try await container.resolve(Road.self) }
        == "[dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> 'Road'\nRoad -> Road")
    #expect(
      await asyncFailure { try await container.resolve(Wheel.self) }
        == "[dependency-cycle] 'Wheel' is needed while it is being built\nWheel -> Wheel")
  }

  @Test func `a loop through resolvers, providers and child tasks is an error for all who ask`() async throws {
    for _ in 1...50 {
      let container = try Container {
        Bind { (wheel: AsyncProvider<Wheel>) async throws -> Road in
          async let wheel = wheel.make()
          _ = try await wheel
          return Road()
        }.in(.singleton)
        Bind { (resolver: any Resolver) async throws -> Wheel in
          _ = try await resolver.resolve(Road.self)
          return Wheel()
        }.in(.singleton)
      }
      let results = await together(20) { index in
        if index % 2 == 0 { _ = try await container.resolve(Road.self) } else { _ = try await container.resolve(Wheel.self) }
      }
      #expect(results.allSatisfy { $0.summary.hasPrefix("[dependency-cycle] ") })
    }
  }

  @Test func `an init that blocks its thread keeps nobody else from being built`() async throws {
    let (began, go) = (Counter(), Counter())
    let container = try Container {
      Bind { () async -> Road in
        began.add()
        spin { go.value == 1 }
        return Road()
      }.in(.singleton)
      Bind(Wheel.init).in(.singleton)
    }
    let wheel = Box<Wheel>()
    // On a thread of its own: another test may block the pool's other thread at the same time.
    Thread.detachNewThread {
      spin { began.value == 1 }
      wheel.value = try? container.resolve(Wheel.self)
      go.add()
    }
    #expect(try await container.resolve(Road.self).name == "Route 66")
    #expect(wheel.value != nil)
  }

  @Test func `an init that is cancelled half-way poisons nothing, whatever was built for it stays`() async throws {
    let (door, tanks) = (Door(), Counter())
    let container = try Container {
      Bind { () async throws -> Tank in
        tanks.add()
        return try await Tank()
      }.in(.singleton)
      Bind { (tank: Tank) async throws -> Pump in
        try await door.passUnlessCancelled()
        return await Pump(tank: tank)
      }.in(.singleton)
    }
    let task = Task { try await container.resolve(Pump.self) }
    await yield { door.queue == 1 }
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    door.open()
    #expect(try await container.resolve(Pump.self).tank.litres == 60)
    #expect(tanks.value == 1)
  }

  @Test(.timeLimit(.minutes(15)))
  func `a container that nobody holds any more ends the builds that are on their way, and is gone`() async throws {
    let (door, alive) = (Door(), Counter())
    var container: Container? = try Container {
      Bind { () async -> Tracked in
        await door.pass()
        return Tracked(alive)
      }.in(.singleton)
    }
    weak let gone = container
    let task = Task { [container] in try await container?.resolve(Tracked.self) }
    await yield { door.queue == 1 }
    container = nil
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    door.open()
    await yield { gone == nil && alive.value == 0 }
  }

  @Test func `cancelling at random leaves every task with a value or its own cancellation`() async throws {
    for round in 1...200 {
      let container = try Container {
        Bind(Tank.init).in(.singleton)
        Bind(Pump.init).in(.singleton)
        Bind(Station.init).in(.singleton)
      }
      let tasks = (0..<16).map { _ in Task { try await container.resolve(Station.self).tank.litres } }
      for (index, task) in tasks.enumerated() where (index + round) % 3 != 0 { task.cancel() }
      for (index, task) in tasks.enumerated() {
        let told = await task.result.summary
        #expect(told == "60" || (index + round) % 3 != 0 && told == "CancellationError", "\(told)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `a task that an unshared init left behind may ask for the value once it is there`(isInGraph: Bool) async throws {
    let (door, made, left) = (Door(), Counter(), Box<Task<String, Never>>())
    let bind = Bind { (again: AsyncProvider<Road>) async -> Road in
      if made.add() == 1 {
        left.value = Task {
          await door.pass()
          return await asyncFailure { try await again.make().name }
        }
      }
      return Road()
    }
    let container = try Container { isInGraph ? bind.in(.graph) : bind }
    _ = try await container.resolve(Road.self)
    door.open()
    #expect(await left.value?.value == "Route 66")
    #expect(made.value == 2)
  }
}
