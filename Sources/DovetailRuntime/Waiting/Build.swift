// SPDX-License-Identifier: Apache-2.0

/// One build of a shared value: its thread, the waiting threads, and its outcome.
@usableFromInline
package final class Build: Sendable {
  // Inert: an error is only ever stored.
  private struct State: Inert {
    package var waiting: [Parker] = []
    package var isDone = false
    package var error: ResolutionError?
  }

  /// The thread that builds.
  package let owner: ThreadID
  /// The bind or member being built, for errors.
  package let step: ResolutionError.Step
  private let state = Lock(State())

  package init(owner: ThreadID, step: ResolutionError.Step) {
    self.owner = owner
    self.step = step
  }

  package var isDone: Bool { state.withLock { $0.isDone } }

  /// Sleeps until the build has ended.
  ///
  /// - Throws: The build's own error, or a cycle when the building thread waits, through others or not, for this one.
  package func wait() throws(ResolutionError) {
    let parker = Parker()
    let sleeps = state.withLock { state in
      if !state.isDone { state.waiting.append(parker) }
      return !state.isDone
    }
    if sleeps {
      let thread = ThreadID.current
      if let loop = WaitGraph.begin(thread, waitingFor: self) { throw WaitGraph.error(for: loop) }
      parker.park()
      WaitGraph.end(thread)
    }
    if let error = state.withLock({ $0.error }) { throw error }
  }

  /// Ends the build and wakes all waiting threads.
  package func finish(_ error: ResolutionError?) {
    let waiting = state.withLock { state in
      state.isDone = true
      state.error = error
      defer { state.waiting = [] }
      return state.waiting
    }
    for parker in waiting { parker.wake() }
  }
}
