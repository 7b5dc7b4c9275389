// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
@testable import DovetailRuntime
import CoreTestSupport
import TestSupport

@Suite struct BuildTests {
  private let step = ResolutionError.Step.named("Road")

  @Test func `all who wait get the error of the build, and who comes later finds no build`() throws {
    let (got, joined) = (Log(), Counter())
    // Nothing else is at the address of the log.
    let address = UInt(bitPattern: ObjectIdentifier(got))
    ThreadID.with(1) { [step] threads in
      let build = Build(.value(step), by: threads[0])
      Threads.run(9) { index in
        guard index > 0 else {
          spin { joined.value == 8 }
          return WaitGraph.end(address, with: .failure(ResolutionError(Breakdown(), through: step)))
        }
        let waiter = Waiter(.current)
        #expect((try? WaitGraph.join(address, waiter, orBegin: { build })) == true)
        joined.add()
        got.add(failure { try waiter.park() })
      }
    }
    #expect(got.lines.count == 8)
    #expect(Set(got.lines) == ["[failed-factory] the factory of 'Road' threw: Breakdown(reason: \"out of fuel\")\nRoad"])
    #expect(try !WaitGraph.join(address, Waiter(.current), orBegin: { nil }))
  }

  @Test(.timeLimit(.minutes(15))) func `a wake before the sleep is not lost`() {
    let (parker, log) = (Parker(), Log())
    for time in ["once", "again"] {
      parker.wake()
      parker.park()
      log.add(time)
    }
    #expect(log.lines == ["once", "again"])
  }
}

private final class Part: Closing {
  let lifetime = Lifetime()
  let closeOwner = CloseOwner.container
  func shut() {}
  func unshut() {}
  func letGoAfterClosing() {}
}

/// Is found busy after its closing has begun; a part opens in between.
private final class Late: Closing {
  let lifetime = Lifetime()
  let closeOwner = CloseOwner.container
  let (looks, part) = (Counter(), Part())
  var isBusy: Bool { looks.add() == 2 }
  func shut() { if looks.value == 1 { #expect(lifetime.adopt(part, 2, evenIfClosing: true)) } }
  func unshut() {}
  func letGoAfterClosing() {}
}

@Suite struct LifetimeTests {
  @Test func `what opens while a closing is taken back closes with the next one`() throws {
    let (owner, first, log) = (Late(), Part(), Log())
    #expect(owner.lifetime.adopt(first, 1))
    _ = owner.part.lifetime.add(notice: { _, _ in log.add("late") })
    #expect(throws: CloseError.self) { try owner.closeAtOnce() }
    #expect(!owner.lifetime.isClosed && log.lines == [])
    try owner.closeAtOnce()
    #expect(log.lines == ["late"])
  }

  @Test func `entries run newest first, once, and none is taken afterwards`() {
    let log = Log()
    let list = Lifetime()
    for name in ["a", "b", "c"] {
      let isOpen = list.add(notice: { _, _ in log.add(name) })
      #expect(isOpen)
    }
    #expect(!list.isClosed)
    let closing = list.end()
    #expect(list.end().isDone)
    #expect(list.isClosed)
    let isOpen = list.add(notice: { _, _ in log.add("late") })
    #expect(!isOpen)
    #expect(closing.runNow().isEmpty)
    #expect(log.lines == ["c", "b", "a"])
  }

  @Test func `what is open inside closes first, newest first`() throws {
    let log = Log()
    let owner = Part()
    let parts = ["first", "second", "gone"].map { name in
      let (part, number) = (Part(), owner.lifetime.nextOpening())
      #expect(owner.lifetime.adopt(part, number))
      let isOpen = part.lifetime.add(notice: { _, _ in log.add(name) })
      #expect(isOpen)
      return (part: part, number: number)
    }
    let isOpen = owner.lifetime.add(notice: { _, _ in log.add("own") })
    #expect(isOpen)
    owner.lifetime.forget(parts[2].number)
    try owner.closeAtOnce()
    #expect(log.lines == ["second", "first", "own"])
    #expect(!owner.lifetime.adopt(parts[2].part, 4))
  }

  @Test func `who asks what has to be awaited while the owner closes finds all of it alive`() throws {
    let awaited = try #require(OnClose<Int>([.awaiting { _ in }], owner: .container, step: .named("tank")))
    for _ in 1...200 {
      let (owner, found) = (Part(), Collected<String?>())
      for _ in 1...200 { _ = owner.lifetime.add(notice: { _, _ in }) }
      #expect(owner.lifetime.add(CloseEntry(awaited, Cell(holding: 1))))
      Threads.run(2) { index in
        if index == 0 {
          _ = owner.lifetime.begin()
        } else {
          found.add(owner.lifetime.awaitedStep?.key.description)
        }
      }
      #expect([["tank"], [nil]].contains(found.elements))
    }
  }

  @Test func `what many threads add is either done or refused`() {
    let (done, refused) = (Counter(), Counter())
    let list = Lifetime()
    Threads.run(16) { index in
      for _ in 1...500 { if !list.add(notice: { _, _ in done.add() }) { refused.add() } }
      if index == 7 { _ = list.end().runNow() }
    }
    #expect(done.value + refused.value == 8_000)
  }
}
