// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Values that ask for each other while they are built: `ring[0]` for `ring[1]`, and so on.
private final class Ring: Sendable {
  let places: [Cell]
  /// Where all builds of the first round meet, so that each is running before any asks for the next.
  private let meeting: Meeting?
  private let met = Counter()
  private let ask: @Sendable (Ring, Int) async throws -> Int

  init(_ count: Int, together: Bool, ask: @escaping @Sendable (Ring, Int) async throws -> Int) {
    places = (0..<count).map { _ in Cell(of: Int.self) }
    meeting = together ? Meeting(count) : nil
    self.ask = ask
  }

  func value(_ place: Int) async throws -> Int {
    let step = ResolutionError.Step.named("Place \(place)")
    return try await places[place].value(of: step) { [self] in
      if let meeting, met.add() <= places.count { await meeting.join() }
      do { return try await ask(self, (place + 1) % places.count) } catch { throw ResolutionError(error, through: step) }
    }
  }
}

@Suite struct AsyncLoopTests {
  @Test func `a build that awaits itself is an error with the path`() async {
    let ring = Ring(1, together: false) { ring, next in try await ring.value(next) }
    #expect(
      await together(1) { _ in try await ring.value(0) }[0].summary == """
        [dependency-cycle] 'Place 0' waits for itself across tasks: 'Place 0' -> 'Place 0'
        Place 0 -> Place 0
        """)
  }

  @Test func `two builds that await each other are an error with the path`() async {
    let ring = Ring(2, together: false) { ring, next in try await ring.value(next) }
    #expect(
      await together(1) { _ in try await ring.value(0) }[0].summary == """
        [dependency-cycle] 'Place 0' waits for itself across tasks: 'Place 0' -> 'Place 1' -> 'Place 0'
        Place 0 -> Place 1 -> Place 0
        """)
  }

  @Test(arguments: [2, 3, 10]) func `a ring of builds that all run already is an error for all`(count: Int) async {
    for _ in 1...100 {
      let ring = Ring(count, together: true) { ring, next in try await ring.value(next) }
      for result in await together(count, { try await ring.value($0) }) {
        #expect(result.summary.hasPrefix("[dependency-cycle] 'Place "), "\(result.summary)")
        #expect(result.summary.contains("' waits for itself across tasks: "))
      }
    }
  }

  @Test func `200 tasks at both ends of a loop all get an error, and other values are built beside it`() async throws {
    for round in 1...20 {
      let ring = Ring(2, together: round % 2 == 0) { ring, next in try await ring.value(next) }
      let road = Cell(of: Int.self)
      let results = await together(200) { index in
        #expect(try await road.value(of: .named("Road")) { 66 } == 66)
        return try await ring.value(index % 2)
      }
      #expect(results.allSatisfy { $0.summary.hasPrefix("[dependency-cycle] ") })
      #expect(ring.places.allSatisfy { !$0.isReady })
    }
  }

  @Test func `a loop through child tasks is an error, whichever of several waits closes it`() async {
    for _ in 1...100 {
      let side = Cell(of: Int.self)
      let ring = Ring(3, together: true) { ring, next in
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await ring.value(next) }
          group.addTask { try await side.value(of: .named("Side")) { 1 } }
          return try await group.reduce(0, +)
        }
      }
      for result in await together(3, { try await ring.value($0) }) {
        #expect(result.summary.hasPrefix("[dependency-cycle] "), "\(result.summary)")
      }
    }
  }

  @Test func `a loop through an unstructured task that the build awaits is an error`() async {
    let ring = Ring(2, together: false) { ring, next in try await Task { try await ring.value(next) }.value }
    #expect(await together(1) { _ in try await ring.value(0) }[0].summary.hasPrefix("[dependency-cycle] "))
  }

  @Test func `two builds that wait for a third are no loop`() async throws {
    for _ in 1...200 {
      let (hub, left, right) = (Cell(of: Int.self), Cell(of: Int.self), Cell(of: Int.self))
      let shared: @Sendable () async throws -> Int = {
        try await hub.value(of: .named("Hub")) {
          await Task.yield()
          return 1
        }
      }
      let results = await together(8) { index in
        try await (index % 2 == 0 ? left : right).value(of: .named("Side")) {
          async let first = shared()
          async let second = shared()
          return try await first + second
        }
      }
      #expect(results.map(\.summary) == Array(repeating: "2", count: 8))
    }
  }

  @Test func `a task that a build left behind may ask for the value once it is there`() async throws {
    let (instance, door) = (Cell(of: Int.self), Door())
    let late = Box<Task<Int, any Error>>()
    _ = try await instance.value(of: .named("Database")) {
      late.value = Task {
        await door.pass()
        return try await instance.value(of: .named("Database")) { 8 }
      }
      return 7
    }
    door.open()
    #expect(try await late.value?.value == 7)
  }

  @Test func `a loop that is cancelled away can be asked for again`() async throws {
    let fails = Box(true)
    let ring = Ring(2, together: false) { ring, next in
      fails.value == true ? try await ring.value(next) : 7
    }
    #expect(await together(1) { _ in try await ring.value(0) }[0].summary.hasPrefix("[dependency-cycle] "))
    fails.value = false
    #expect(try await ring.value(0) == 7)
  }

  @Test func `a wait that was given up closes no loop any more`() async throws {
    for _ in 1...20 {
      let (first, second) = (Cell(of: Int.self), Cell(of: Int.self))
      let (begun, leave, asking) = (Door(), Door(), Counter())
      let (one, two) = (ResolutionError.Step.named("First"), ResolutionError.Step.named("Second"))
      let getSecond: @Sendable () async throws -> Int = {
        try await second.value(of: two) {
          begun.open()
          await leave.pass()
          asking.add()
          return try await first.value(of: one) { 0 } + 1
        }
      }
      let waiter = Task { try await getSecond() }
      await begun.pass()
      let value = try await first.value(of: one) {
        // The first one waits for the second one in a child, which it gives up; it goes on for the task that waits for it already.
        let result = await withTaskGroup(of: Result<Int, any Error>.self) { group in
          group.addTask { await Result { try await getSecond() } }
          for _ in 1...5 { await Task.yield() }
          group.cancelAll()
          return await group.next()
        }
        #expect(result?.summary == "CancellationError")
        leave.open()
        await yield { asking.value == 1 }
        for _ in 1...20 { await Task.yield() }
        return 7
      }
      #expect(value == 7)
      #expect(await waiter.result.summary == "8")
    }
  }

  @Test func `who is refused because of a loop does not count among those who wait`() async throws {
    let (first, second) = (Cell(of: Int.self), Cell(of: Int.self))
    let (one, two) = (ResolutionError.Step.named("First"), ResolutionError.Step.named("Second"))
    let (door, refusals, ended) = (Door(), Log(), Door())
    let task = Task {
      try await first.value(of: one) {
        defer { ended.open() }
        return try await second.value(of: two) {
          refusals.add(await Result { try await first.value(of: one) { 0 } }.summary)
          try await door.passUnlessCancelled()
          return 1
        }
      }
    }
    await yield { door.queue == 1 }
    #expect(refusals.lines.first?.hasPrefix("[dependency-cycle] 'First' waits for itself across tasks: ") == true)
    // The only one who waits goes, so that the build ends; were somebody else counted, it would not.
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    await ended.pass()
  }
}

extension Result where Failure == any Error {
  /// What an asynchronous closure returns or throws.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
