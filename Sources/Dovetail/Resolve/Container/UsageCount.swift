// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Counts the active users of a resource. After `end()`, `enter()` fails and the last `leave()` frees the resource.
///
/// Operating systems call this rundown protection. Entering and leaving are one atomic operation each.
struct UsageCount: ~Copyable, Sendable {
  private static let ended = 1

  /// Twice the number of active users, plus one once it has ended.
  private let state = Atomic<Int>(0)

  var hasEnded: Bool { state.load(ordering: .acquiring) & UsageCount.ended != 0 }

  /// - Returns: Whether the caller has entered, and has to leave; `false` once it has ended.
  borrowing func enter() -> Bool { add(2) { $0 & UsageCount.ended == 0 } }

  /// Enters after the end too, as long as there are users.
  borrowing func enterWhileUsed() -> Bool { add(2) { $0 != UsageCount.ended } }

  /// Enters once more, for a user that stays longer; only active users may call it, and it then succeeds after the end too.
  borrowing func enterAgain() { state.wrappingAdd(2, ordering: .relaxed) }

  /// - Returns: Whether it has ended and this was the last user: then this caller, and no other, frees the resource.
  borrowing func leave() -> Bool {
    state.wrappingSubtract(2, ordering: .acquiringAndReleasing).newValue == UsageCount.ended
  }

  /// Ends it.
  ///
  /// - Returns: Whether this was the first call; then the caller has entered, and has to leave.
  borrowing func end() -> Bool { add(2 + UsageCount.ended) { $0 & UsageCount.ended == 0 } }

  /// Takes back the first ``end()``, whose caller has not left.
  borrowing func reopen() { state.wrappingSubtract(2 + UsageCount.ended, ordering: .acquiringAndReleasing) }

  private borrowing func add(_ amount: Int, while condition: (_ state: Int) -> Bool) -> Bool {
    var seen = state.load(ordering: .relaxed)
    while condition(seen) {
      let added = state.weakCompareExchange(
        expected: seen, desired: seen &+ amount, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if added.exchanged { return true }
      seen = added.original
    }
    return false
  }
}
