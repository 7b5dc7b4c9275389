// SPDX-License-Identifier: Apache-2.0
import Dovetail

/// Lets no task pass until as many have arrived as take part; may be used again and again. Whoever waits takes no thread.
final class Meeting: Sendable {
  private let count: Int
  private let waiting = Lock<[CheckedContinuation<Void, Never>]>([])

  init(_ count: Int) { self.count = count }

  func join() async {
    await withCheckedContinuation { task in
      let all = waiting.withLock { waiting -> [CheckedContinuation<Void, Never>] in
        waiting.append(task)
        guard waiting.count == count else { return [] }
        defer { waiting = [] }
        return waiting
      }
      for task in all { task.resume() }
    }
  }
}
