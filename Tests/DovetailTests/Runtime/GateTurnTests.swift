// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Dovetail
@testable import DovetailRuntime

/// A gate that an expectation can take a hold of.
private final class SharedGate: Sendable {
  private let gate = Gate()

  var isReady: Bool { gate.isReady }
  func begin(as thread: ThreadID) -> Bool { gate.begin(as: thread) }
  func await() -> ThreadID? { gate.await() }
  func finish(as thread: ThreadID, ready: Bool) -> Bool { gate.finish(as: thread, ready: ready) }
  func open(ready: Bool) { gate.open(ready: ready) }
}

@Suite struct GateTurnTests {
  @Test func `who builds is known, also when others wait`() {
    ThreadID.with(2) { threads in
      let gate = SharedGate()
      #expect(gate.begin(as: threads[0]))
      #expect(!gate.begin(as: threads[0]) && !gate.begin(as: threads[1]))
      #expect(gate.await() == threads[0])
      #expect(gate.await() == threads[0])
      #expect(!gate.begin(as: threads[0]) && !gate.begin(as: threads[1]))
      #expect(!gate.finish(as: threads[0], ready: true))
      gate.open(ready: true)
      #expect(gate.isReady && gate.await() == nil && !gate.begin(as: threads[1]))
    }
  }

  @Test func `a build that fails leads back to the beginning, also when others wait`() {
    ThreadID.with(2) { threads in
      let gate = SharedGate()
      #expect(gate.begin(as: threads[0]))
      #expect(gate.finish(as: threads[0], ready: false))
      #expect(!gate.isReady && gate.await() == nil && gate.begin(as: threads[1]))
      #expect(gate.await() == threads[1])
      #expect(!gate.finish(as: threads[1], ready: false))
      gate.open(ready: false)
      #expect(!gate.isReady && gate.begin(as: threads[0]))
      #expect(gate.finish(as: threads[0], ready: true) && gate.isReady)
    }
  }
}
