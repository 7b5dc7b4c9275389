// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The time limits of a start or a stop.
struct LifecycleLimits: Sendable {
  /// The time after which observers are told that a factory or a hook has not returned.
  static let patience = Duration.seconds(10)

  /// For the whole run; `nil` for no limit.
  var total: Duration?
  /// For a single factory or hook without its own limit.
  var each: Duration?
  /// For the rollback of a start, and before it for the hooks that still run when the start fails.
  var rollback: Duration?
  let clock: any Clock<Duration>

  /// A stop with the remaining time of the rollback.
  func rollingBack(after spent: Duration) -> LifecycleLimits {
    LifecycleLimits(total: rollback.map { max(.zero, $0 - spent) }, each: each, clock: clock)
  }

  /// Sleeps for a limit. A clock cannot count to every number of seconds, nor back; nobody waits for a thousand years.
  static func sleep(_ limit: Duration, on clock: any Clock<Duration>) async throws {
    try await clock.sleep(for: max(.zero, min(limit, .seconds(86_400 * 365_250))))
  }

  /// Measures the time since it was made.
  var stopwatch: @Sendable () -> Duration {
    func started<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    return started(clock)
  }
}
