// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Lets one in at a time, first come, first served. Whoever is cancelled while waiting goes away.
///
/// The database has one writer. A transaction keeps it for several statements, and other work goes on between them, so a lock around a
/// closure is not enough.
final class Turnstile: Sendable {
  private struct State {
    var isTaken = false
    var next = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state = Mutex(State())

  init() {}

  /// Waits for its turn. Whoever enters has to leave.
  ///
  /// - Throws: `CancellationError`, when the task is cancelled before it is its turn.
  func enter() async throws {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { line(up: number, $0) }
    } onCancel: {
      giveUp(number)
    }
    if !isIn { throw CancellationError() }
  }

  /// Lets the next one in.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil as CheckedContinuation<Bool, Never>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume(returning: true)
  }

  private func line(up number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    // nil: has to wait.
    let isIn = state.withLock { state -> Bool? in
      if Task.isCancelled { return false }
      if !state.isTaken {
        state.isTaken = true
        return true
      }
      state.waiting.append((number, continuation))
      return nil
    }
    if let isIn { continuation.resume(returning: isIn) }
  }

  private func giveUp(_ number: Int) {
    let continuation = state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
    }
    continuation?.resume(returning: false)
  }
}
