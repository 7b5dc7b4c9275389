// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
@testable import DovetailRuntime
import CoreTestSupport
import TestSupport

/// A place whose build exists in the test only, at an address that nobody else has.
private final class Place: Sendable {
  let build: Build

  /// - Parameter thread: The thread that builds; `nil` when a task does.
  init(_ name: String, by thread: ThreadID? = nil) { build = Build(.value(.named(name)), by: thread) }

  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// - Returns: Whether the waiter waits, or the loop that it would close.
  @discardableResult
  func join(_ waiter: Waiter) -> String {
    do throws(ResolutionError) {
      return try wait(waiter) ? "waits" : "passes"
    } catch {
      return error.diagnostic.message.split(separator: ": ").last.map(String.init) ?? ""
    }
  }

  func wait(_ waiter: Waiter) throws(ResolutionError) -> Bool { try WaitGraph.join(address, waiter, orBegin: { build }) }

  func leave(_ waiter: Waiter) { WaitGraph.leave(address, waiter) }

  func end(_ error: ResolutionError? = nil) { WaitGraph.end(address, with: error.map(Result.failure) ?? .success(())) }
}

@Suite struct WaitGraphTests {
  @Test func `waiting for somebody who works is no loop`() {
    ThreadID.with(3) { threads in
      let (a, b) = (Place("A", by: threads[1]), Place("B", by: threads[2]))
      #expect(a.join(Waiter(threads[0])) == "waits")
      #expect(b.join(Waiter(threads[1])) == "waits")
      #expect(WaitGraph.isWaiting(threads[0]) && WaitGraph.isWaiting(threads[1]) && !WaitGraph.isWaiting(threads[2]))
      for place in [a, b] { place.end() }
      #expect(!threads.contains(where: WaitGraph.isWaiting))
    }
  }

  @Test(arguments: [2, 3, 10, 100]) func `the last thread to join a loop sees all of it`(length: Int) {
    ThreadID.with(length) { threads in
      let places = threads.indices.map { Place("\($0)", by: threads[$0]) }
      // Each but the last one waits for the build of the next.
      for index in 0..<length - 1 { #expect(places[index + 1].join(Waiter(threads[index])) == "waits") }
      let loop = (Array(0..<length) + [0]).map { "'\($0)'" }.joined(separator: " -> ")
      #expect(places[0].join(Waiter(threads[length - 1])) == loop)
      // It was not registered, so the others may end.
      #expect(!WaitGraph.isWaiting(threads[length - 1]))
      for place in places { place.end() }
      #expect(!threads.contains(where: WaitGraph.isWaiting))
    }
  }

  @Test func `a thread does not wait for its own build`() {
    ThreadID.with(1) { threads in
      #expect(Place("A", by: threads[0]).join(Waiter(threads[0])) == "'A' is needed while it is being built")
      #expect(!WaitGraph.isWaiting(threads[0]))
    }
  }

  @Test func `a tail that leads into a loop of others is found by those in the loop`() {
    ThreadID.with(3) { threads in
      let places = threads.indices.map { Place("\($0)", by: threads[$0]) }
      #expect(places[1].join(Waiter(threads[0])) == "waits")
      #expect(places[2].join(Waiter(threads[1])) == "waits")
      #expect(places[1].join(Waiter(threads[2])) == "'1' -> '2' -> '1'")
      for place in places { place.end() }
    }
  }

  @Test func `a build that has ended breaks the loop`() {
    ThreadID.with(2) { threads in
      let (b, c) = (Place("B", by: threads[1]), Place("C", by: threads[0]))
      #expect(b.join(Waiter(threads[0])) == "waits")
      b.end()
      // The first thread was woken, but does not run yet.
      #expect(c.join(Waiter(threads[1])) == "waits")
      c.end()
    }
  }

  @Test func `a loop may lead through threads and tasks`() {
    ThreadID.with(1) { threads in
      let (road, map) = (Place("Road", by: threads[0]), Place("Map"))
      #expect(map.join(Waiter(threads[0])) == "waits")
      #expect(road.join(Waiter(partOf: map.build)) == "'Road' -> 'Map' -> 'Road'")
      for place in [road, map] { place.end() }
    }
  }

  @Test func `the error draws the loop closed and says what to do`() {
    ThreadID.with(2) { threads in
      let (hen, egg) = (Place("Hen", by: threads[0]), Place("Egg", by: threads[1]))
      #expect(egg.join(Waiter(threads[0])) == "waits")
      let error = #expect(throws: ResolutionError.self) { try hen.wait(Waiter(threads[1])) }
      #expect(
        error?.description == """
          error: [dependency-cycle] 'Hen' waits for itself across threads: 'Hen' -> 'Egg' -> 'Hen'
              Hen      singleton in the test
            help: let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built
          """)
      for place in [hen, egg] { place.end() }
    }
    let egg = Place("Egg")
    let error = #expect(throws: ResolutionError.self) { try egg.wait(Waiter(partOf: egg.build)) }
    #expect(
      error?.description == """
        error: [dependency-cycle] 'Egg' waits for itself across tasks: 'Egg' -> 'Egg'
            Egg      singleton in the test
          help: let one of them take an AsyncProvider or a Lazy of the next, and await it after it is built
        """)
  }

  @Test func `nobody remembers a build for which somebody has waited`() {
    // Only one thread at a time touches it.
    final class Remembered: @unchecked Sendable { weak var build: Build? }
    let remembered = Remembered()
    Threads.run(1) { _ in
      ThreadID.with(1) { threads in
        let place = Place("Road", by: threads[0])
        remembered.build = place.build
        let (first, second) = (Waiter(partOf: nil), Waiter(partOf: nil))
        for waiter in [first, second] { place.join(waiter) }
        place.leave(first)
        place.end()
      }
    }
    #expect(remembered.build == nil)
  }
}

/// What a build waits for that a task runs: several builds at once, in child tasks.
@Suite struct TaskWaitTests {
  private let places = ["A", "B", "C"].map { Place($0) }

  /// - Returns: Whether a part of a build waits now, or the loop that it would close.
  private func wait(_ waiting: Int, for wanted: Int) -> String { places[wanted].join(Waiter(partOf: places[waiting].build)) }

  private func endAll() { for place in places { place.end() } }

  @Test func `a build may wait for several, and each of them is followed for a loop`() {
    #expect(wait(0, for: 1) == "waits")
    #expect(wait(0, for: 2) == "waits")
    #expect(wait(2, for: 0) == "'A' -> 'C' -> 'A'")
    #expect(wait(1, for: 0) == "'A' -> 'B' -> 'A'")
    endAll()
  }

  @Test func `of two waits for one build the other one is still there when the first is over`() {
    let waiters = (1...2).map { _ in Waiter(partOf: places[0].build) }
    for waiter in waiters { #expect(places[1].join(waiter) == "waits") }
    places[1].leave(waiters[0])
    #expect(wait(1, for: 0) == "'A' -> 'B' -> 'A'")
    places[1].leave(waiters[1])
    #expect(wait(1, for: 0) == "waits")
    endAll()
  }

  @Test func `a build that has ended waits for nothing any more, whatever it left behind`() {
    #expect(wait(0, for: 1) == "waits")
    places[0].end()
    // The next build of the same value.
    let next = Place("A")
    #expect(next.join(Waiter(partOf: places[1].build)) == "waits")
    #expect(wait(0, for: 1) == "waits")
    #expect(places[1].join(Waiter(partOf: next.build)) == "'B' -> 'A' -> 'B'")
    next.end()
    endAll()
  }

  @Test func `who has left joins nothing`() {
    let waiter = Waiter(partOf: nil)
    places[0].leave(waiter)
    #expect(places[0].join(waiter) == "passes")
    #expect(wait(0, for: 1) == "waits")
    endAll()
  }

  @Test func `a build that is abandoned before its task is known is cancelled as soon as it is`() async {
    let (cancelled, waiter) = (Door(), Waiter(partOf: nil))
    places[0].join(waiter)
    places[0].leave(waiter)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      cancelled.open()
    }
    WaitGraph.note(task, of: places[0].build)
    await cancelled.pass()
    endAll()
  }

  /// Runs tasks one after the other, in the order in which they became ready, when it is told to.
  private final class Queue: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    func run() {
      while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  @Test func `all who wait are woken in the order of their arrival`() async {
    let (queue, log, place) = (Queue(), Log(), places[0])
    let tasks = (1...20).map { number in
      Task(executorPreference: queue) {
        let waiter = Waiter(partOf: nil)
        _ = try? await waiter.suspend { place.join(waiter) }
        log.add("\(number)")
      }
    }
    queue.run()
    #expect(log.lines.isEmpty)
    place.end()
    queue.run()
    for task in tasks { await task.value }
    #expect(log.lines == (1...20).map { "\($0)" })
  }
}
