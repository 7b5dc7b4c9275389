// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Lets one thread at a time make a shared value while the others sleep. No lock is held while the factory runs.
///
/// It is one word, and uses other memory only when threads meet: 0 without a build, and else the thread that makes the value. It becomes or ceases to be
/// awaited only under the lock of the wait graph, which knows those who wait by an address that is unique to the gate.
struct Gate: ~Copyable, Sendable {
  private static let empty: UInt = 0
  private static let awaited: UInt = 2

  private let word = Atomic<UInt>(Gate.empty)

  /// The value that is found, or else made by this thread. Who comes meanwhile waits, and looks again.
  ///
  /// - Parameters:
  ///   - address: The gate's address.
  ///   - step: The bind or member that is made, for errors.
  ///   - find: Looks the value up: at first, after every wait, and in this thread's turn.
  ///   - make: Makes the value, so that the others find it.
  /// - Throws: The error of the build, also of another thread's; a cycle when this thread makes the value already, or waits for itself.
  func pass<Found>(
    _ address: UInt, _ step: () -> ResolutionError.Step, find: () -> Found?, make: () throws -> Found
  ) throws(ResolutionError) -> Found {
    while true {
      if let found = find() { return found }
      let isTurn = word.compareExchange(expected: Gate.empty, desired: ThreadID.current.word, ordering: .acquiring).exchanged
      if isTurn { break }
      try wait(address, step)
    }
    var failure: ResolutionError?
    defer { end(address, with: failure) }
    // It may have been made between the look and the turn.
    if let found = find() { return found }
    do { return try make() } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step())
      // What failed because of where it ran is no answer for those who wait: they make it themselves.
      if !error.isOfRequester { failure = error }
      throw error
    }
  }

  /// Ends this thread's turn, and wakes the waiting threads: they get the error, too, if there is one for them.
  private func end(_ address: UInt, with error: ResolutionError?) {
    let ended = word.compareExchange(expected: ThreadID.current.word, desired: Gate.empty, ordering: .releasing)
    if ended.exchanged { return }
    WaitGraph.end(address, with: error.map(Result.failure) ?? .success(())) { word.store(Gate.empty, ordering: .releasing) }
  }

  /// Sleeps until the thread that makes the value has ended its turn; not at all when there is none.
  private func wait(_ address: UInt, _ step: () -> ResolutionError.Step) throws(ResolutionError) {
    let waiter = Waiter(.current)
    if try WaitGraph.join(address, waiter, orBegin: { self.await().map { Build(.value(step()), by: $0) } }) { try waiter.park() }
  }

  /// Marks that a thread waits. To be called under the lock.
  ///
  /// - Returns: The thread that makes the value; `nil` when none does any more.
  private func await() -> ThreadID? {
    let seen = word.load(ordering: .acquiring)
    guard seen != Gate.empty else { return nil }
    let marked = word.compareExchange(expected: seen, desired: seen | Gate.awaited, ordering: .acquiringAndReleasing)
    return marked.exchanged ? ThreadID(word: seen & ~Gate.awaited) : nil
  }
}
