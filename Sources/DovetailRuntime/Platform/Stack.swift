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
  /// The known bounds of a thread's stack, which grows downwards; empty when the platform cannot tell. Addresses outside of it are on another stack, installed by a
  /// fiber or a sanitizer.
  private static let bounds = ThreadPointer { $0.deallocate() }

  /// Whether less than the reserve is left. Costs a few nanoseconds.
  package static var isNearlyUsedUp: Bool { isNearlyUsedUp(threadLimit) }

  /// Whether a quarter of the stack is used, or its size is unknown, so that it is time to go on without recursion where that is possible.
  package static var isRunningLow: Bool {
    let bounds = threadBounds
    // Below it there is room to build the needs without recursion, and for long chains of unshared values.
    let low = bounds.lowerBound + UInt(bounds.count) / 4 * 3
    return !(low..<max(low, bounds.upperBound)).contains(here)
  }

  /// The running thread's limit, for a caller that keeps it to ask ``isNearlyUsedUp(_:)``.
  package static var threadLimit: UInt {
    let bounds = threadBounds
    return bounds.isEmpty ? 1 : bounds.lowerBound + min(reserve, UInt(bounds.count) / 4)
  }

  /// The same for a caller that knows the running thread's limit.
  @inlinable package static func isNearlyUsedUp(_ limit: UInt) -> Bool {
    let here = here
    return here < limit && here >= limit &- min(limit, reserve)
  }

  @inline(__always)
  @usableFromInline package static var here: UInt {
    var marker: UInt8 = 0
    return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
  }

  private static var threadBounds: Range<UInt> {
    if let known = bounds.value { return known.assumingMemoryBound(to: Range<UInt>.self).pointee }
    let found = ThreadID.stack ?? 0..<0
    let memory = UnsafeMutablePointer<Range<UInt>>.allocate(capacity: 1)
    memory.initialize(to: found)
    bounds.value = UnsafeMutableRawPointer(memory)
    return found
  }
}
