// SPDX-License-Identifier: Apache-2.0

/// Detects in time that the running thread's stack is nearly used up, so that a chain that is too long is an error and not a crash.
///
/// How much one step of a chain takes depends on the build, the scopes and the user's own factories; so it is measured, not counted.
@usableFromInline
package enum Stack {
  /// The space left for a factory and for the steps between two measurements.
  @usableFromInline package static let reserve: UInt = 96 * 1024
  /// The steps at the end of a chain that are not measured, which keeps small graphs free of the cost.
  @inlinable package static var unmeasured: Int { 8 }

  /// Whether a quarter of the stack is used, or its size is unknown, so that it is time to go on without recursion where that is possible.
  package static var isRunningLow: Bool {
    let bounds = ThreadBlock.current.pointee.stack
    // Below it there is room to build the needs without recursion, and for long chains of unshared values.
    let low = bounds.lowerBound + UInt(bounds.count) / 4 * 3
    return !(low..<max(low, bounds.upperBound)).contains(here)
  }

  /// Whether the running thread has less than the reserve left. Costs a few nanoseconds.
  @inlinable @inline(__always)
  package static func isNearlyUsedUp(by thread: ThreadBlock.Pointer) -> Bool {
    let here = here
    return here < thread.pointee.stackLimit && thread.pointee.isInReserve(here)
  }

  @inline(__always)
  @usableFromInline package static var here: UInt {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }
}
