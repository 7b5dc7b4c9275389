// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// How long a start or a stop may take.
struct LifecycleLimits: Sendable {
  /// All of it; `nil` for as long as it takes.
  var total: Duration?
  /// A single factory or hook that does not say so itself.
  var each: Duration?
  /// Rolling back a start, and before that what is still running when the start fails.
  var rollback: Duration?
  let clock: any Clock<Duration>

  /// A stop with the time that is left for rolling back.
  func rollingBack(after spent: Duration) -> LifecycleLimits {
    LifecycleLimits(total: rollback.map { max(.zero, $0 - spent) }, each: each, clock: clock)
  }

  /// Tells how much time has passed since it was made.
  var stopwatch: @Sendable () -> Duration {
    func started<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    return started(clock)
  }
}
