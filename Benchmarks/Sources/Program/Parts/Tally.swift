// SPDX-License-Identifier: Apache-2.0

/// How many objects were made and closed so far. Every class of the workloads counts itself, at the price of one addition that is the same in
/// all variants.
package struct Tally {
  package var made = 0
  package var closed = 0

  // SAFETY: one thread at a time makes and closes what is counted here; what several tasks make counts itself in an atomic.
  nonisolated(unsafe) package static var now = Tally()
}
