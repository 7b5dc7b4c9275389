// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// Lets one thread at a time make a value: the twin of ``Gate`` in one word, which takes no memory unless threads meet.
///
/// The word is 0 while nothing is made, 1 once the value is there, and in between says which thread makes it. It only ever becomes awaited,
/// or ceases to be, under a lock, where those who wait are found.
@usableFromInline
package struct WordGate: ~Copyable, Sendable {
  /// What a thread finds that wants the value.
  @usableFromInline package enum Entrance {
    /// It is this thread's turn: it has to call ``finish(as:ready:)``.
    case build
    /// The value is there.
    case ready
    /// This very thread makes it.
    case reentered
    /// Another thread makes it.
    case taken
  }

  @usableFromInline package static let empty: UInt = 0
  @usableFromInline package static let ready: UInt = 1
  @usableFromInline package static let awaited: UInt = 2

  @usableFromInline package let word = Atomic<UInt>(WordGate.empty)

  /// Whether the value is there.
  @inlinable @inline(__always)
  package var isReady: Bool { word.load(ordering: .acquiring) == WordGate.ready }

  /// - Returns: Whether it is this thread's turn: it has to call ``finish(as:ready:)``.
  @inlinable @inline(__always)
  package func begin(as thread: ThreadID) -> Bool {
    word.compareExchange(expected: WordGate.empty, desired: thread.word, ordering: .acquiring).exchanged
  }

  @inlinable @inline(__always)
  package func enter(as thread: ThreadID) -> Entrance {
    let (exchanged, word) = word.compareExchange(
      expected: WordGate.empty, desired: thread.word, ordering: .acquiring)
    if exchanged { return .build }
    if word == WordGate.ready { return .ready }
    return word & ~WordGate.awaited == thread.word ? .reentered : .taken
  }

  /// Marks that somebody waits. To be called under the lock.
  ///
  /// - Returns: The thread that makes the value; `nil` when none does any more.
  package func await() -> ThreadID? {
    let seen = word.load(ordering: .acquiring)
    guard seen != WordGate.empty, seen != WordGate.ready else { return nil }
    let marked = word.compareExchange(
      expected: seen, desired: seen | WordGate.awaited, ordering: .acquiringAndReleasing)
    return marked.exchanged ? ThreadID(word: seen & ~WordGate.awaited) : nil
  }

  /// Ends what this thread makes.
  ///
  /// - Returns: Whether that was all; if not, others wait, and ``open(ready:)`` has to be called under the lock.
  @inlinable @inline(__always)
  package func finish(as thread: ThreadID, ready: Bool) -> Bool {
    word.compareExchange(
      expected: thread.word, desired: ready ? WordGate.ready : WordGate.empty, ordering: .releasing
    ).exchanged
  }

  /// Ends what this thread makes, when others wait.
  package func open(ready: Bool) { word.store(ready ? WordGate.ready : WordGate.empty, ordering: .releasing) }
}

extension Dictionary where Value == Flight {
  /// What ends when the thread that makes a value has made it; `nil` when none does any more. To be called under the gate's lock.
  package mutating func join(_ key: Key, at gate: borrowing WordGate, _ step: ResolutionError.Step) -> Flight? {
    if let flight = self[key] { return flight }
    guard let owner = gate.await() else { return nil }
    let flight = Flight(owner: owner, step: step)
    self[key] = flight
    return flight
  }
}
