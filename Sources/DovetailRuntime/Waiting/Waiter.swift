// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A thread or a task that waits for the end of a build: once.
// SAFETY: `arrival` and `hasLeft` are only touched under the lock of the wait graph. The continuation is set before the waiter joins a build. The outcome is
// written by the one who wakes the waiter, before it does so, and is read afterwards.
package final class Waiter: @unchecked Sendable {
  /// The node in the wait graph; `nil` for a task that is no part of a build, because nobody waits for it.
  let node: UInt?
  /// Whether nobody knows that the build of the node waits for this task: it may be one that the build's factory has started and left behind.
  let isDoubtful: Bool
  private let parker: Parker?
  private var continuation: CheckedContinuation<Void, Never>?
  private let isAwake = Atomic<Bool>(false)
  private var outcome: Result<any Sendable, any Error> = .success(())

  /// The place in the order of those who wait; 0 before it joins.
  var arrival = 0
  /// Whether it has been cancelled; it joins nothing then.
  var hasLeft = false

  package init(_ thread: ThreadID) { (node, isDoubtful, parker) = (thread.word, false, Parker()) }

  /// - Parameters:
  ///   - part: The build that the waiting task is a part of; the task holds it.
  ///   - isDeclared: Whether the build waits for a need that its bind declares.
  package init(partOf part: Build?, isDeclared: Bool = false) {
    (node, parker) = (part?.node, nil)
    isDoubtful = !isDeclared && part?.isRunByThisTask == false
  }

  /// Sleeps, as a thread, until it is woken.
  ///
  /// - Throws: The error of the build.
  package func park() throws(ResolutionError) {
    parker?.park()
    if case .failure(let error as ResolutionError) = outcome { throw error }
  }

  /// Suspends, as a task, until it is woken.
  ///
  /// - Parameter join: Joins a build, or wakes the waiter immediately.
  /// - Returns: What holds the value until it is read.
  /// - Throws: The error of the build, or the one that the waiter was woken with instead.
  package func suspend(_ join: () -> Void) async throws -> any Sendable {
    await withCheckedContinuation {
      continuation = $0
      join()
    }
    // The thread sanitizer does not see that a continuation resumed before its task sleeps hands over a value. It sees this load.
    _ = isAwake.load(ordering: .acquiring)
    return try outcome.get()
  }

  /// To be called exactly once, and not under a lock.
  package func wake(_ outcome: Result<any Sendable, any Error>) {
    self.outcome = outcome
    isAwake.store(true, ordering: .releasing)
    parker?.wake()
    continuation?.resume()
  }
}
