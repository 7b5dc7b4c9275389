// SPDX-License-Identifier: Apache-2.0

/// How many objects were made and closed so far. Every class of the workloads counts itself, at the price of one addition that is the same in
/// all variants.
package struct Tally {
  package var made = 0
  package var closed = 0

  // Unchecked: the compiler joins the checks of objects that are made in one function, which only hand-written code does, so that they
  // would not cost the same.
  // SAFETY: one thread at a time makes and closes what is counted here; what several tasks make counts itself in an atomic.
  @exclusivity(unchecked) nonisolated(unsafe) package static var now = Tally()
}
