// SPDX-License-Identifier: Apache-2.0

// When a request comes, little of this code is still in the processor's caches. So the usual path of requests should be contiguous, without jumps: the compiler
// moves the branch of a rare condition out of the way.

/// Says that a condition hardly ever holds.
@inlinable @inline(__always)
package func unlikely(_ condition: Bool) -> Bool { _slowPath(condition) }

/// Says that a condition nearly always holds.
@inlinable @inline(__always)
package func likely(_ condition: Bool) -> Bool { _fastPath(condition) }
