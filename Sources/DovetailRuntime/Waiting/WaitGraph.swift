// SPDX-License-Identifier: Apache-2.0

/// The waits of threads for builds, in the whole process: a loop may run through several containers.
///
/// Only threads that are about to sleep are registered. A thread that builds cannot end its build while it is registered as waiting, and it can only register
/// under this lock; so every loop found exists, and the last thread to join a loop always finds it.
package enum WaitGraph {
  private static let waiting = Lock<[ThreadID: Build]>([:])

  /// Registers a thread as waiting, unless that closes a loop.
  ///
  /// - Returns: The builds of the loop, each waiting for the next, from the wanted one to one of the thread's own; `nil` when
  ///   there is no loop and the thread may sleep.
  package static func begin(_ thread: ThreadID, waitingFor wanted: Build) -> [Build]? {
    waiting.withLock { waiting in
      var loop = [wanted]
      while let build = loop.last, !build.isDone {
        if build.owner == thread { return loop }
        guard let next = waiting[build.owner] else { break }
        loop.append(next)
      }
      waiting[thread] = wanted
      return nil
    }
  }

  /// Removes a thread once it is awake.
  package static func end(_ thread: ThreadID) {
    waiting.withLock { $0[thread] = nil }
  }

  /// Whether a thread is registered as waiting: for tests, which detect the arrival of a second thread by it.
  package static func isWaiting(_ thread: ThreadID) -> Bool {
    waiting.withLock { $0[thread] != nil }
  }

  package static func error(for loop: [Build]) -> ResolutionError {
    let steps = loop.map(\.step)
    let closed = (steps + steps.prefix(1)).map { "\($0.key.quoted)" }.joined(separator: " -> ")
    return ResolutionError(
      .cycle, steps[0].key, "\(steps[0].key.quoted) waits for itself across threads: \(closed)", at: steps[0],
      help: steps[0].cycleHelp)
  }
}
