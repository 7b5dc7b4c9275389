// SPDX-License-Identifier: Apache-2.0

// Two threads rarely meet at a gate. So a gate has no memory for those who wait: the wait graph has, by an address that is unique to the gate.
extension Gate {
  /// Waits until the value is ready or it is this thread's turn to make it.
  ///
  /// - Parameters:
  ///   - address: The gate's address.
  ///   - step: The bind or member being made, for errors.
  ///   - find: Looks the value up; called again after every wait and, because a weakly held value leaves the gate empty, in this thread's turn.
  /// - Returns: The value found; `nil` when the caller has to make it now, and then to call ``end(_:ready:with:)``.
  /// - Throws: The error of another thread's build; a cycle when this thread makes the value already or waits for itself.
  package func enter<Found>(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step, unless find: () -> Found?
  ) throws(ResolutionError) -> Found? {
    while true {
      if let found = find() { return found }
      guard begin(as: .current) else {
        try wait(address, step())
        continue
      }
      guard let found = find() else { return nil }
      // It was made between the look and the turn.
      end(address, ready: false)
      return found
    }
  }

  /// Ends this thread's turn, and wakes the waiting threads.
  @inlinable @inline(__always)
  package func end(_ address: UInt, ready: Bool, with error: ResolutionError? = nil) {
    if !finish(as: .current, ready: ready) { wake(address, ready, error) }
  }

  /// Sleeps until the thread that makes the value has ended its turn; not at all when there is none.
  @inline(never)
  private func wait(_ address: UInt, _ step: ResolutionError.Step) throws(ResolutionError) {
    let waiter = Waiter(.current)
    if try WaitGraph.join(address, waiter, orBegin: { self.await().map { Build(step, by: $0) } }) { try waiter.park() }
  }

  @usableFromInline @inline(never)
  package func wake(_ address: UInt, _ ready: Bool, _ error: ResolutionError?) {
    WaitGraph.end(address, with: error.map(Result.failure) ?? .success(())) { open(ready: ready) }
  }

  package static func reentered(_ step: ResolutionError.Step) -> ResolutionError {
    ResolutionError(.cycle, step.key, "\(step.key.quoted) is needed while it is being built", at: step, help: step.cycleHelp)
  }
}
