// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// Counts who is inside something that ends once: what it protects is let go of when it has ended and the last one has left.
///
/// This is what operating systems call rundown protection. To enter and to leave is one atomic operation each.
@usableFromInline
package struct Rundown: ~Copyable, Sendable {
  @usableFromInline package static let ended = 1

  /// Twice the number of those inside, and one more once it has ended.
  @usableFromInline package let state: Atomic<Int>

  @inlinable package init(ended: Bool = false) { state = Atomic(ended ? Rundown.ended : 0) }

  @inlinable package var hasEnded: Bool { state.load(ordering: .acquiring) & Rundown.ended != 0 }

  /// - Returns: Whether the caller is inside, and has to leave; false once it has ended.
  @inlinable @inline(__always)
  package borrowing func enter() -> Bool { addUnlessEnded(2) }

  /// Enters once more, for somebody who stays longer; only for who is inside, and then also when it has ended.
  @inlinable package borrowing func enterAgain() { state.wrappingAdd(2, ordering: .relaxed) }

  /// - Returns: Whether it has ended and nobody is inside any more: the caller, and nobody else, lets go of what it protects.
  @inlinable @inline(__always)
  package borrowing func leave() -> Bool { state.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == Rundown.ended }

  /// Ends it.
  ///
  /// - Returns: Whether this was the first call; then the caller is inside, and has to leave.
  @inlinable package borrowing func end() -> Bool { addUnlessEnded(2 + Rundown.ended) }

  @inline(__always)
  @usableFromInline package borrowing func addUnlessEnded(_ amount: Int) -> Bool {
    var seen = state.load(ordering: .relaxed)
    while usually(seen & Rundown.ended == 0) {
      let added = state.weakCompareExchange(
        expected: seen, desired: seen &+ amount, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if usually(added.exchanged) { return true }
      seen = added.original
    }
    return false
  }
}
