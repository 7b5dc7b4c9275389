// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct AsyncInstanceTests {
  private let step = ResolutionError.Step.named("Database")

  @Test func `a value that was built asynchronously is read synchronously`() async throws {
    let instance = Cell(of: Int.self)
    #expect(instance.value(as: Int.self) == nil)
    #expect(try await instance.value(of: step) { 7 } == 7)
    #expect(instance.value(as: Int.self) == 7)
    #expect(try await instance.value(of: step) { 8 } == 7)
  }

  @Test func `64 tasks that touch it first, a thousand times, build once each time`() async throws {
    for round in 1...1_000 {
      let instance = Cell(of: Int.self)
      let built = Counter()
      let results = await together(64) { [step] _ in
        try await instance.value(of: step) {
          built.add()
          await Task.yield()
          return round
        }
      }
      #expect(built.value == 1)
      #expect(results.allSatisfy { (try? $0.get()) == round })
    }
  }

  @Test func `a failure reaches everybody who waits, with its path, and the next request builds again`() async throws {
    let instance = Cell(of: Int.self)
    let (door, asked) = (Door(), Counter())
    let tasks = (0..<5).map { [step] _ in
      Task {
        asked.add()
        return try await instance.value(of: step) { () -> Int in
          await door.pass()
          throw Breakdown()
        }
      }
    }
    await yield { asked.value == 5 && door.queue == 1 }
    door.open()
    for task in tasks {
      #expect(
        await task.result.summary
          == "[failed-factory] the factory of 'Database' threw: Breakdown(reason: \"out of fuel\")\nDatabase")
    }
    #expect(try await instance.value(of: step) { 8 } == 8)
  }

  @Test func `a cancelled waiter goes alone, and the build goes on for the other one`() async throws {
    let instance = Cell(of: Int.self)
    let (door, wasCancelled) = (Door(), Box(false))
    let build: @Sendable () async throws -> Int = {
      await door.pass()
      wasCancelled.value = Task.isCancelled
      return 7
    }
    let (first, second) = (waiter(instance, build), waiter(instance, build))
    await yield { door.queue == 1 }
    first.cancel()
    #expect(await first.result.summary == "CancellationError")
    door.open()
    #expect(try await second.value == 7)
    #expect(wasCancelled.value == false)
  }

  @Test func `when the last waiter is cancelled the build is too, and the next request builds again`() async throws {
    let instance = Cell(of: Int.self)
    let (door, ended) = (Door(), Door())
    let tasks = (0..<3).map { _ in
      waiter(instance) {
        defer { ended.open() }
        try await door.passUnlessCancelled()
        return 7
      }
    }
    await yield { door.queue == 1 }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(await task.result.summary == "CancellationError") }
    await ended.pass()
    #expect(try await instance.value(of: step) { 8 } == 8)
  }

  @Test func `who comes after a build was given up waits for its end, and gets a fresh one`() async throws {
    let instance = Cell(of: Int.self)
    let (door, running) = (Door(), Counter())
    let first = waiter(instance) {
      running.add()
      await door.pass()
      running.add(-1)
      try Task.checkCancellation()
      return 7
    }
    await yield { door.queue == 1 }
    first.cancel()
    #expect(await first.result.summary == "CancellationError")
    let second = waiter(instance) { 10 + running.value }
    await Task.yield()
    door.open()
    #expect(try await second.value == 10)
  }

  @Test func `a task that is cancelled already builds nothing, but reads what is there`() async throws {
    let instance = Cell(of: Int.self)
    let (door, built) = (Door(), Counter())
    let task = Task { [step] in
      await door.pass()
      return try await instance.value(of: step) { built.add() }
    }
    task.cancel()
    door.open()
    #expect(await task.result.summary == "CancellationError")
    #expect(built.value == 0)
    #expect(try await instance.value(of: step) { 7 } == 7)
    let late = Task { [step] in
      await door.pass()
      return try await instance.value(of: step) { 8 }
    }
    late.cancel()
    #expect(try await late.value == 7)
  }

  @Test func `the build has the task-locals and the priority of the first requester`() async throws {
    enum Trace { @TaskLocal static var id = "none" }
    let instance = Cell(of: String.self)
    let task = Task(priority: .low) { [step] in
      try await Trace.$id.withValue("request 1") {
        try await instance.value(of: step) { "\(Trace.id), \(Task.basePriority == .low)" }
      }
    }
    await yield { instance.isReady }
    #expect(instance.value(as: String.self) == "request 1, true")
    _ = try await task.value
  }

  @Test func `cancellations and values that cross leave every task with one of both, a thousand times`() async throws {
    for _ in 1...1_000 {
      let instance = Cell(of: Int.self)
      let (built, running) = (Counter(), Counter())
      let tasks = (0..<16).map { _ in
        waiter(instance) {
          #expect(running.add() == 1)
          defer { running.add(-1) }
          for _ in 1...3 { await Task.yield() }
          try Task.checkCancellation()
          return built.add()
        }
      }
      for (index, task) in tasks.enumerated() where index % 3 != 0 { task.cancel() }
      for (index, task) in tasks.enumerated() {
        let told = await task.result.summary
        #expect(told == "1" || index % 3 != 0 && told == "CancellationError", "\(told)")
      }
      #expect(built.value == 1)
    }
  }

  @Test func `when all are cancelled and ask again, somebody builds it in the end`() async throws {
    for _ in 1...300 {
      let instance = Cell(of: Int.self)
      let built = Counter()
      for round in 1...3 {
        let tasks = (0..<8).map { _ in
          waiter(instance) {
            await Task.yield()
            try Task.checkCancellation()
            return built.add()
          }
        }
        if round < 3 { for task in tasks { task.cancel() } }
        for task in tasks {
          let told = await task.result.summary
          #expect(told == "1" || round < 3 && told == "CancellationError", "\(told)")
        }
      }
      #expect(built.value == 1)
    }
  }

  @Test func `all who wait for a weak value get the one that was built, although nobody else holds it, 200 times`() async throws {
    for _ in 1...200 {
      let (instance, built, alive) = (WeakCell(), Counter(), Counter())
      do {
        let results = await together(16) { [step] _ in
          try await instance.value(of: step) {
            built.add()
            await Task.yield()
            return Tracked(alive)
          }
        }
        let first = try #require(try results.first?.get())
        #expect(try results.allSatisfy { try $0.get() === first })
      }
      #expect(built.value == 1)
    }
  }

  @Test func `what a build left behind holds neither its value nor its error`() async throws {
    struct Departure: Error { let tracked: Tracked }
    let (alive, door, late) = (Counter(), Door(), Box<[Task<Void, Never>]>([]))
    let (weak, strong) = (WeakCell(), Cell(of: Int.self))
    let leave: @Sendable () -> Void = { late.update { $0?.append(Task { await door.pass() }) } }
    let makeWeak: @Sendable () async throws -> Tracked = {
      leave()
      return Tracked(alive)
    }
    _ = try await weak.value(of: step, awaiting: makeWeak)
    let fail: @Sendable () async throws -> Int = {
      leave()
      throw Departure(tracked: Tracked(alive))
    }
    _ = try? await strong.value(of: step, awaiting: fail)
    // The tasks that built end a little later.
    for _ in 0..<1_000_000 where alive.value > 0 { await Task.yield() }
    #expect(alive.value == 0)
    door.open()
    for task in late.value ?? [] { await task.value }
  }

  private func waiter(_ instance: Cell, _ build: @escaping @Sendable () async throws -> Int) -> Task<Int, any Error> {
    Task { [step] in try await instance.value(of: step, awaiting: build) }
  }
}
