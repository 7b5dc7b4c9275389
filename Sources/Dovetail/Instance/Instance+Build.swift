// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// How the value of an instance is built exactly once: the twin of ``Gate`` in one word, which needs no memory unless threads meet. There is an
/// instance for every singleton, and few of them are ever built by two threads at once.
///
/// The word is 0 while nobody builds, 1 once the value is there, and in between says which thread builds it.
extension Instance {
  private static let empty: UInt = 0
  private static let finished: UInt = 1
  /// Set in the word, beside the thread that builds, when others wait for it. What they hold is found under the lock.
  private static let awaited: UInt = 2
  /// What those wait for who came while a value was being built.
  private static let flights = Lock<[ObjectIdentifier: Flight]>([:])

  /// Waits until the value is there or it is this thread's turn to build it.
  ///
  /// - Parameter step: What is built, for errors.
  /// - Returns: Where the value is; `nil` when the caller has to build it now, and then to call ``end(with:)``.
  /// - Throws: What the build of another thread throws; a cycle when this thread builds the value already or waits for itself.
  func enter(_ step: @autoclosure () -> ResolutionError.Step) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    if let memory { return memory }
    let began = builder.compareExchange(expected: Instance.empty, desired: ThreadID.current.word, ordering: .acquiring)
    return began.exchanged ? begin() : try meet(step())
  }

  /// Looks once more: the value may have come between the look and the turn.
  private func begin() -> UnsafeMutableRawPointer? {
    guard let memory else { return nil }
    end()
    return memory
  }

  @inline(never)
  private func meet(_ step: ResolutionError.Step) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    let thread = ThreadID.current.word
    while true {
      if let memory { return memory }
      let (exchanged, word) = builder.compareExchange(expected: Instance.empty, desired: thread, ordering: .acquiring)
      if exchanged { return begin() }
      if word & ~Instance.awaited == thread { throw Gate.reentered(step) }
      if let flight = join(step) { try flight.wait() }
    }
  }

  /// What ends when the build of another thread does; `nil` when it has ended meanwhile.
  private func join(_ step: ResolutionError.Step) -> Flight? {
    Instance.flights.withLock { flights in
      // Only under this lock does a word become awaited, or cease to be.
      if let flight = flights[ObjectIdentifier(self)] { return flight }
      let seen = builder.load(ordering: .acquiring)
      guard seen != Instance.empty, seen != Instance.finished else { return nil }
      let marked = builder.compareExchange(expected: seen, desired: seen | Instance.awaited, ordering: .acquiringAndReleasing)
      guard marked.exchanged else { return nil }
      let flight = Flight(owner: ThreadID(word: seen), step: step)
      flights[ObjectIdentifier(self)] = flight
      return flight
    }
  }

  /// Ends the build of this thread, and lets in those who wait. The value is there unless there is an error.
  func end(with error: ResolutionError? = nil) {
    let word = error == nil ? Instance.finished : Instance.empty
    let ended = builder.compareExchange(expected: ThreadID.current.word, desired: word, ordering: .releasing)
    if !ended.exchanged { wake(word, error) }
  }

  @inline(never)
  private func wake(_ word: UInt, _ error: ResolutionError?) {
    let flight = Instance.flights.withLock { flights in
      builder.store(word, ordering: .releasing)
      return flights.removeValue(forKey: ObjectIdentifier(self))
    }
    flight?.finish(error)
  }
}
