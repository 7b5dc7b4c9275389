// SPDX-License-Identifier: Apache-2.0

// A request comes when little of this code is close to the processor any more. So what requests usually go through is to lie together, without
// jumps: of a condition that says what is rare, the compiler puts that out of the way.

/// Says that a condition hardly ever holds.
@inlinable @inline(__always)
package func rarely(_ condition: Bool) -> Bool { _slowPath(condition) }

/// Says that a condition nearly always holds.
@inlinable @inline(__always)
package func usually(_ condition: Bool) -> Bool { _fastPath(condition) }
