// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A thread or a task that waits for the end of a build: once.
final class Waiter: Sendable {
  /// The node in the wait graph; `nil` for a task that is no part of a build, because nobody waits for it.
  let node: UInt?
  /// Whether nobody knows that the build of the node waits for this task: it may be one that the build's factory has started and left behind.
  let isDoubtful: Bool
  /// Whether the build goes on for it.
  let isAsking: Bool
  private let parker: Parker?

  // Inert: the continuation and the outcome are handed out.
  private struct State: Inert {
    /// The position in the order of those who wait; 0 before it joins.
    var arrival = 0
    /// Whether it has been cancelled; it joins nothing then.
    var hasLeft = false
    var continuation: CheckedContinuation<Void, Never>?
    var outcome: Result<any Sendable, any Error>?
  }

  private let state = Lock(State())

  init(_ thread: ThreadID) { (node, isDoubtful, isAsking, parker) = (thread.word, false, true, Parker()) }

  /// - Parameters:
  ///   - part: The build that the waiting task is a part of; the task holds it.
  ///   - isDeclared: Whether the build waits for a need that its bind declares.
  ///   - isAsking: Whether the build that is waited for goes on for this waiter.
  init(partOf part: Build?, isDeclared: Bool = false, isAsking: Bool = true) {
    (node, parker, self.isAsking) = (part?.node, nil, isAsking)
    isDoubtful = !isDeclared && part?.isRunByThisTask == false
  }

  var arrival: Int { state.withLock { $0.arrival } }
  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  func arrive(as number: Int) { state.withLock { $0.arrival = number } }
  func leave() { state.withLock { $0.hasLeft = true } }

  /// Sleeps, as a thread, until it is woken.
  ///
  /// - Throws: The error of the build.
  func park() throws(ResolutionError) {
    parker?.park()
    if case .failure(let error as ResolutionError) = state.withLock({ $0.outcome }) { throw error }
  }

  /// Sleeps, as a thread, until the end of a build.
  ///
  /// - Parameter join: Joins a build; returns false when there is none any more.
  /// - Returns: Whether the build has ended; `false` when it waits for this thread.
  func parks(_ join: (Waiter) throws(ResolutionError) -> Bool) -> Bool {
    do throws(ResolutionError) { if try join(self) { try park() } } catch { return false }
    return true
  }

  /// Suspends, as a task, until it is woken.
  ///
  /// - Parameter join: Joins a build, or wakes the waiter immediately.
  /// - Returns: What holds the value until it is read.
  /// - Throws: The error of the build, or the one that the waiter was woken with instead.
  nonisolated(nonsending) func suspend(_ join: () -> Void) async throws -> any Sendable {
    await withCheckedContinuation { continuation in
      state.withLock { $0.continuation = continuation }
      join()
    }
    return try state.withLock { $0.outcome }?.get() ?? ()
  }

  /// Suspends, as a task, until it is woken.
  ///
  /// - Parameter join: Joins a build; returns false when there is none any more.
  /// - Returns: Whether the build has ended; `false` when it waits for this task.
  nonisolated(nonsending) func waits(_ join: (Waiter) throws(ResolutionError) -> Bool) async -> Bool {
    do {
      _ = try await suspend {
        do throws(ResolutionError) { if try !join(self) { wake(.success(())) } } catch { wake(.failure(error)) }
      }
      return true
    } catch { return false }
  }

  /// To be called exactly once, and not under a lock.
  func wake(_ outcome: Result<any Sendable, any Error>) {
    let continuation = state.withLock { state in
      state.outcome = outcome
      return state.continuation.take()
    }
    parker?.wake()
    continuation?.resume()
  }
}
