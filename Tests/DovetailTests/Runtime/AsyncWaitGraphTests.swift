// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Dovetail

@Suite struct AsyncWaitGraphTests {
  private let builds = ["A", "B", "C"].map { AsyncBuild(step: .named($0)) }

  private func loop(_ waiting: Int, for wanted: Int) -> [String]? {
    AsyncWaitGraph.begin(builds[waiting], for: builds[wanted])?.map(\.step.key.description)
  }

  private func end(_ waiting: Int, for wanted: Int) { AsyncWaitGraph.end(builds[waiting], for: builds[wanted]) }

  @Test func `a build may wait for several, and each of them is followed for a loop`() {
    #expect(loop(0, for: 1) == nil)
    #expect(loop(0, for: 2) == nil)
    #expect(loop(2, for: 0) == ["A", "C"])
    #expect(loop(1, for: 0) == ["A", "B"])
    for build in builds { AsyncWaitGraph.land(build) }
  }

  @Test func `of two waits for one build the other one is still there when the first is over`() {
    #expect(loop(0, for: 1) == nil)
    #expect(loop(0, for: 1) == nil)
    end(0, for: 1)
    #expect(loop(1, for: 0) == ["A", "B"])
    end(0, for: 1)
    #expect(loop(1, for: 0) == nil)
    for build in builds { AsyncWaitGraph.land(build) }
  }

  @Test func `a build that has ended waits for nothing any more, whatever it left behind`() {
    #expect(loop(0, for: 1) == nil)
    AsyncWaitGraph.land(builds[0])
    #expect(loop(1, for: 0) == nil)
    // What the first one left behind waits for who has not noticed yet that the first one has ended.
    #expect(loop(0, for: 1) == nil)
    for build in builds { AsyncWaitGraph.land(build) }
  }

  @Test func `a build that is given up before it has a task is cancelled as soon as it has one`() async {
    let cancelled = Door()
    builds[0].cancel()
    builds[0].start {
      while !Task.isCancelled { await Task.yield() }
      cancelled.open()
    }
    await cancelled.pass()
  }
}
