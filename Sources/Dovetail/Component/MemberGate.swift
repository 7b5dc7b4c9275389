// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Lets one thread at a time make the value of a member: a gate of one word, which takes no memory unless threads meet.
///
/// The word is 0 while nothing is made, 1 once the value is there, and in between says which thread makes it. It only ever becomes awaited,
/// or ceases to be, under the lock of the instances.
struct MemberGate: ~Copyable, Sendable {
  /// What a thread finds that wants the value.
  enum Entrance {
    /// It is this thread's turn: it has to call ``finish(as:ready:)``.
    case build
    /// The value is there.
    case ready
    /// This very thread makes it.
    case reentered
    /// Another thread makes it.
    case taken
  }

  private static let empty: UInt = 0
  private static let ready: UInt = 1
  private static let awaited: UInt = 2

  private let word = Atomic<UInt>(MemberGate.empty)

  func enter(as thread: ThreadID) -> Entrance {
    let (exchanged, word) = word.compareExchange(
      expected: MemberGate.empty, desired: thread.word, ordering: .acquiring)
    if exchanged { return .build }
    if word == MemberGate.ready { return .ready }
    return word & ~MemberGate.awaited == thread.word ? .reentered : .taken
  }

  /// Marks that somebody waits. To be called under the lock.
  ///
  /// - Returns: The thread that makes the value; `nil` when none does any more.
  func await() -> ThreadID? {
    let seen = word.load(ordering: .acquiring)
    guard seen != MemberGate.empty, seen != MemberGate.ready else { return nil }
    let marked = word.compareExchange(
      expected: seen, desired: seen | MemberGate.awaited, ordering: .acquiringAndReleasing)
    return marked.exchanged ? ThreadID(word: seen & ~MemberGate.awaited) : nil
  }

  /// Ends what this thread makes.
  ///
  /// - Returns: Whether that was all; if not, others wait, and ``open(ready:)`` has to be called under the lock.
  func finish(as thread: ThreadID, ready: Bool) -> Bool {
    word.compareExchange(
      expected: thread.word, desired: ready ? MemberGate.ready : MemberGate.empty, ordering: .releasing
    ).exchanged
  }

  /// Ends what this thread makes, when others wait.
  func open(ready: Bool) { word.store(ready ? MemberGate.ready : MemberGate.empty, ordering: .releasing) }
}
