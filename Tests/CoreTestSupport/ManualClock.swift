// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import TestSupport

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    fileprivate(set) var offset = Duration.zero

    package static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    package func duration(to other: Self) -> Duration { other.offset - offset }
  }

  private struct Sleeper: Sendable {
    let deadline: Instant
    let task: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var gone: Set<Int> = []
    var last = 0
  }

  private let state = Lock(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }
  /// How many tasks wait for the clock.
  package var sleepers: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock, and wakes those whose time has come.
  package func advance(by duration: Duration) {
    let woken = state.withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in woken { sleeper.task.resume() }
  }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { task in
        let isOver = state.withLock { state in
          if deadline <= state.now || state.gone.contains(number) { return true }
          state.sleepers[number] = Sleeper(deadline: deadline, task: task)
          return false
        }
        if isOver { task.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.gone.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.task.resume()
    }
    try Task.checkCancellation()
  }
}
