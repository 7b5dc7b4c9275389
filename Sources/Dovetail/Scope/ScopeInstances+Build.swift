// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// How the value of a place is built exactly once: the twin of ``Gate`` for places, which needs no memory unless threads meet.
extension ScopeInstances {
  /// Set in the word of a place, beside the thread that builds, when others wait for it. What they hold is found under the lock.
  private static let awaited: UInt = 2

  /// Waits until the value of a place is there or it is this thread's turn to build it.
  ///
  /// - Parameter step: What is built, for errors.
  /// - Returns: Where the value is; `nil` when the caller has to build it now, in ``space(_:)``, and then call ``end(_:with:)``.
  /// - Throws: What the build of another thread throws; a cycle when this thread builds the value already or waits for itself.
  @inline(__always)
  func enter(_ place: ScopePlace, wanting step: @autoclosure () -> ResolutionError.Step) throws(ResolutionError)
    -> UnsafeMutableRawPointer?
  {
    let began = word(place).pointee.compareExchange(
      expected: ScopeInstances.empty, desired: ThreadID.current.word, ordering: .acquiring)
    return began.exchanged ? nil : try meet(place, step())
  }

  @inline(never)
  private func meet(_ place: ScopePlace, _ step: ResolutionError.Step) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    let thread = ThreadID.current.word
    while true {
      let (exchanged, word) = word(place).pointee.compareExchange(
        expected: ScopeInstances.empty, desired: thread, ordering: .acquiring)
      if exchanged { return nil }
      if word == ScopeInstances.ready { return space(place) }
      if word & ~ScopeInstances.awaited == thread { throw Gate.reentered(step) }
      if let flight = join(place, step) { try flight.wait() }
    }
  }

  /// What ends when the build of another thread does; `nil` when it has ended meanwhile.
  private func join(_ place: ScopePlace, _ step: ResolutionError.Step) -> Flight? {
    core.pointee.rare.withLock { rare in
      // Only under this lock does a word become awaited, or cease to be.
      if let flight = rare.flights[place.index] { return flight }
      let seen = word(place).pointee.load(ordering: .acquiring)
      guard seen != ScopeInstances.empty, seen != ScopeInstances.ready else { return nil }
      let marked = word(place).pointee.compareExchange(
        expected: seen, desired: seen | ScopeInstances.awaited, ordering: .acquiringAndReleasing)
      guard marked.exchanged else { return nil }
      let flight = Flight(owner: ThreadID(word: seen), step: step)
      rare.flights[place.index] = flight
      return flight
    }
  }

  /// Ends the build of this thread, and lets in those who wait. The value is there unless there is an error.
  @inline(__always)
  func end(_ place: ScopePlace, with error: ResolutionError? = nil) {
    let word = error == nil ? ScopeInstances.ready : ScopeInstances.empty
    let ended = self.word(place).pointee.compareExchange(
      expected: ThreadID.current.word, desired: word, ordering: .releasing)
    if !ended.exchanged { wake(place, word, error) }
  }

  @inline(never)
  private func wake(_ place: ScopePlace, _ word: UInt, _ error: ResolutionError?) {
    let flight = core.pointee.rare.withLock { rare in
      self.word(place).pointee.store(word, ordering: .releasing)
      return rare.flights.removeValue(forKey: place.index)
    }
    flight?.finish(error)
  }
}

extension ScopeInstances {
  /// The instance at the place of a slot that is built by tasks.
  func instance<Value: Sendable>(at place: ScopePlace, _ make: () -> AsyncInstance<Value>) -> AsyncInstance<Value> {
    // The place belongs to one slot, which makes nothing else.
    (shared(place) ?? settle(make(), place)) as? AsyncInstance<Value> ?? make()
  }

  private func shared(_ place: ScopePlace) -> Instance? {
    UnsafeRawPointer(bitPattern: word(place).pointee.load(ordering: .acquiring)).map {
      Unmanaged<Instance>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func settle(_ instance: Instance, _ place: ScopePlace) -> Instance? {
    let fresh = Unmanaged.passRetained(instance)
    let settled = word(place).pointee.compareExchange(
      expected: ScopeInstances.empty, desired: UInt(bitPattern: fresh.toOpaque()), ordering: .acquiringAndReleasing)
    if settled.exchanged { return instance }
    fresh.release()
    return shared(place)
  }

  /// The instance of a slot that joined after the container was made, created empty when it is asked for the first time.
  func instance<Value>(of slot: Slot, holding type: Value.Type) -> Instance { late(slot) { Instance(of: type) } }

  /// The instance of such a slot that is built by tasks.
  func instance<Value: Sendable>(of slot: Slot, _ make: () -> AsyncInstance<Value>) -> AsyncInstance<Value> {
    late(slot, make) as? AsyncInstance<Value> ?? make()
  }

  private func late(_ slot: Slot, _ make: () -> Instance) -> Instance {
    core.pointee.rare.withLock { rare in
      if let instance = rare.late[ObjectIdentifier(slot)] { return instance }
      let fresh = make()
      rare.late[ObjectIdentifier(slot)] = fresh
      return fresh
    }
  }
}
