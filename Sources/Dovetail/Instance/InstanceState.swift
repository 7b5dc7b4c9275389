// SPDX-License-Identifier: Apache-2.0

/// The life of one shared value, without any lock: empty, building, ready. A failed build leads back to empty.
///
/// Every change returns what is to be done about it; the caller does that after the lock is released.
struct InstanceState: Sendable {
  private enum Phase: Sendable {
    case empty
    case building(Flight)
    case ready
  }

  /// What a thread that wants the value has to do.
  enum Entrance: Sendable {
    /// Build it, then call ``finish(ready:)``.
    case build(Flight)
    /// Wait for the build that another thread has begun, then look again.
    case wait(Flight)
    /// Give up: this very thread is building it.
    case reentered
    /// Take it.
    case ready
  }

  private var phase = Phase.empty

  mutating func enter(as thread: ThreadID, wanting step: ResolutionError.Step) -> Entrance {
    switch phase {
    case .ready: return .ready
    case .building(let flight): return flight.owner == thread ? .reentered : .wait(flight)
    case .empty:
      let flight = Flight(owner: thread, step: step)
      phase = .building(flight)
      return .build(flight)
    }
  }

  /// Ends a build. `ready` is false when nothing is to be kept: the build failed, or the value is held elsewhere.
  mutating func finish(ready: Bool) {
    phase = ready ? .ready : .empty
  }
}
