// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// Lets one thread at a time make a shared value while the others sleep. No lock is held while the factory runs.
///
/// It is one word, and uses other memory only when threads meet. The word is 0 without a build, 1 once the value is ready, and in between the thread that makes
/// it. It becomes or ceases to be awaited only under a lock, which guards the waiting threads.
@usableFromInline
package struct Gate: ~Copyable, Sendable {
  @usableFromInline package static let empty: UInt = 0
  @usableFromInline package static let ready: UInt = 1
  @usableFromInline package static let awaited: UInt = 2

  @usableFromInline package let word = Atomic<UInt>(Gate.empty)

  @inlinable @inline(__always)
  package var isReady: Bool { word.load(ordering: .acquiring) == Gate.ready }

  /// - Returns: Whether it is this thread's turn: it has to call ``finish(as:ready:)``.
  @inlinable @inline(__always)
  package func begin(as thread: ThreadID) -> Bool {
    word.compareExchange(expected: Gate.empty, desired: thread.word, ordering: .acquiring).exchanged
  }

  /// Marks that a thread waits. To be called under the lock.
  ///
  /// - Returns: The thread that makes the value; `nil` when none does any more.
  package func await() -> ThreadID? {
    let seen = word.load(ordering: .acquiring)
    guard seen != Gate.empty, seen != Gate.ready else { return nil }
    let marked = word.compareExchange(
      expected: seen, desired: seen | Gate.awaited, ordering: .acquiringAndReleasing)
    return marked.exchanged ? ThreadID(word: seen & ~Gate.awaited) : nil
  }

  /// Ends this thread's turn.
  ///
  /// - Returns: Whether that was all; `false` when others wait, and ``open(ready:)`` has to be called under the lock.
  @inlinable @inline(__always)
  package func finish(as thread: ThreadID, ready: Bool) -> Bool {
    word.compareExchange(
      expected: thread.word, desired: ready ? Gate.ready : Gate.empty, ordering: .releasing
    ).exchanged
  }

  /// Ends this thread's turn, when others wait.
  package func open(ready: Bool) { word.store(ready ? Gate.ready : Gate.empty, ordering: .releasing) }
}
