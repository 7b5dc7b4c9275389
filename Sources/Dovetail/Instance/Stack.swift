// SPDX-License-Identifier: Apache-2.0

/// Says in time when the running thread's stack is nearly used up, so that a chain that is too long is an error and not a crash.
///
/// How much one step of a chain takes depends on the build, the scopes and the user's own factories; so it is measured, not counted.
enum Stack {
  /// What is left for a factory and for the steps between two measurements.
  private static let reserve: UInt = 96 * 1024
  /// The steps at the end of a chain that are not measured, which keeps small graphs free of the cost.
  static let unmeasured = 8
  /// For every thread the address below which its stack counts as used up; 1 when the platform cannot tell.
  private static let limit = ThreadPointer()

  /// Whether less than the reserve is left. Costs a few nanoseconds.
  static var isNearlyUsedUp: Bool { isNearlyUsedUp(threadLimit) }

  /// The running thread's limit, for who keeps it to ask ``isNearlyUsedUp(_:)``.
  static var threadLimit: UInt { limit.value.map { UInt(bitPattern: $0) } ?? measure() }

  /// The same for who knows the running thread's limit.
  static func isNearlyUsedUp(_ limit: UInt) -> Bool {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { marker in
      let here = UInt(bitPattern: marker)
      // An address below the stack is on another one, which a fiber or a sanitizer has put in its place.
      return here < limit && here >= limit &- min(limit, reserve)
    }
  }

  private static func measure() -> UInt {
    let bounds = ThreadID.stack
    let found = bounds.map { $0.lowerBound + min(reserve, UInt($0.count) / 4) } ?? 1
    limit.value = UnsafeMutableRawPointer(bitPattern: found)
    return found
  }
}
