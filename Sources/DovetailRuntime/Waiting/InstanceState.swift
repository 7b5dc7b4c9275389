// SPDX-License-Identifier: Apache-2.0

/// The life of one shared value, without any lock: empty, building, ready. A failed build leads back to empty.
///
/// Every change returns what is to be done about it; the caller does that after the lock is released.
// Inert: a flight that is dropped is handed out.
@usableFromInline
package struct InstanceState: Inert {
  private enum Phase: Sendable {
    case empty
    /// By whom, and what those who wait for it hold.
    case building(ThreadID, Flight?)
    case ready
  }

  /// What a thread that wants the value has to do.
  package enum Entrance: Sendable {
    /// Build it, then call ``finish(ready:)``.
    case build
    /// Wait for the build that another thread has begun, then look again.
    case wait(Flight)
    /// Give up: this very thread is building it.
    case reentered
    /// Take it.
    case ready
  }

  private var phase = Phase.empty

  package mutating func enter(as thread: ThreadID, wanting step: @autoclosure () -> ResolutionError.Step) -> Entrance {
    switch phase {
    case .ready: return .ready
    case .building(thread, _): return .reentered
    case .building(let owner, let flight):
      let flight = flight ?? Flight(owner: owner, step: step())
      phase = .building(owner, flight)
      return .wait(flight)
    case .empty:
      phase = .building(thread, nil)
      return .build
    }
  }

  /// Ends a build. `ready` is false when nothing is to be kept: the build failed, or the value is held elsewhere.
  ///
  /// - Returns: What others wait for, if there are any; the caller finishes it.
  package mutating func finish(ready: Bool) -> Flight? {
    let last = phase
    phase = ready ? .ready : .empty
    if case .building(_, let flight) = last { return flight }
    return nil
  }
}
