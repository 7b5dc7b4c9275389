// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import Dovetail
@testable import DovetailRuntime

@Suite struct BuildTests {
  private let step = ResolutionError.Step.named("Road")

  @Test func `who comes after the end does not sleep`() throws {
    let build = Build(owner: .current, step: step)
    build.finish(nil)
    #expect(build.isDone)
    try build.wait()
  }

  @Test func `all who wait get the error of the build`() {
    let step = step
    let got = Log()
    let builds = Box<Build>()
    let line = StartingLine(9)
    Threads.run(9) { index in
      if index == 0 { builds.value = Build(owner: .current, step: step) }
      line.wait()
      guard let build = builds.value else { return }
      if index == 0 {
        build.finish(ResolutionError(Breakdown(), through: step))
      } else {
        got.add(failure { try build.wait() })
      }
    }
    #expect(got.lines.count == 8)
    #expect(Set(got.lines) == ["[failed-factory] the factory of 'Road' threw: Breakdown(reason: \"out of fuel\")\nRoad"])
  }

  @Test func `waiting for a build of one's own is a cycle, not a sleep`() {
    let build = Build(owner: .current, step: step)
    #expect(
      failure { try build.wait() } == """
        [dependency-cycle] 'Road' waits for itself across threads: 'Road' -> 'Road'
        Road
        """)
  }

  @Test(.timeLimit(.minutes(5))) func `a wake before the sleep is not lost`() {
    let (parker, log) = (Parker(), Log())
    for time in ["once", "again"] {
      parker.wake()
      parker.park()
      log.add(time)
    }
    #expect(log.lines == ["once", "again"])
  }
}

@Suite struct CloseListTests {
  @Test func `entries run newest first, once, and none is taken afterwards`() {
    let log = Log()
    let list = CloseList()
    for name in ["a", "b", "c"] {
      let isOpen = list.add(telling: { log.add(name) })
      #expect(isOpen)
    }
    #expect(!list.isClosed)
    let closing = list.begin()
    #expect(list.begin().isDone)
    #expect(list.isClosed)
    let isOpen = list.add(telling: { log.add("late") })
    #expect(!isOpen)
    #expect(closing.runNow().isEmpty)
    #expect(log.lines == ["c", "b", "a"])
  }

  @Test func `what is open inside closes first, newest first`() {
    final class Part: ClosingPart, ClosingOwner {
      private let record = CloseRecord()
      var refusesAwaited: Bool { false }
      var awaitedStep: ResolutionError.Step? { record.awaitedStep }
      func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)?) -> Bool { record.add(entry, keeping: keeper) }
      func adopt(_ part: Part) -> Bool { record.adopt(part) }
      func forget(_ part: Part) { record.forget(part) }
      func begin() -> PendingCloses { record.begin() }
    }
    let log = Log()
    let owner = Part()
    let parts = ["first", "second", "gone"].map { name in
      let part = Part()
      #expect(owner.adopt(part))
      let isOpen = part.add(telling: { log.add(name) })
      #expect(isOpen)
      return part
    }
    let isOpen = owner.add(telling: { log.add("own") })
    #expect(isOpen)
    owner.forget(parts[2])
    _ = owner.begin().runNow()
    #expect(log.lines == ["second", "first", "own"])
    #expect(!owner.adopt(parts[2]))
  }

  @Test func `what many threads add is either done or refused`() {
    let (done, refused) = (Counter(), Counter())
    let list = CloseList()
    Threads.run(16) { index in
      for _ in 1...500 { if !list.add(telling: { done.add() }) { refused.add() } }
      if index == 7 { _ = list.begin().runNow() }
    }
    #expect(done.value + refused.value == 8_000)
  }
}
