// SPDX-License-Identifier: Apache-2.0

// At few gates do two threads ever meet. So all gates of the process share one table of those who wait, by an address that is the gate's alone.
extension Gate {
  private static let flights = Lock<[UInt: Flight]>([:])

  /// Waits until the value is there or it is this thread's turn to make it.
  ///
  /// - Parameters:
  ///   - address: The gate's own.
  ///   - step: What is made, for errors.
  ///   - stays: Whether the value is ready for good once it is made; one that is held weakly is not.
  ///   - find: Looks the value up; called again after every wait.
  /// - Returns: What was found; `nil` when the caller has to make it now, and then to call ``end(_:ready:with:)``.
  /// - Throws: What the build of another thread throws; a cycle when this thread makes the value already or waits for itself.
  package func enter<Found>(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step, stays: Bool = true, unless find: () -> Found?
  ) throws(ResolutionError) -> Found? {
    while true {
      if let found = find() { return found }
      switch enter(as: .current) {
      case .ready: continue
      case .taken: try join(address, step())?.wait()
      case .reentered: throw Gate.reentered(step())
      case .build:
        guard let found = find() else { return nil }
        // It was made between the look and the turn.
        end(address, ready: stays)
        return found
      }
    }
  }

  /// Makes the value, whose turn it is, then lets in those who wait.
  ///
  /// - Parameters:
  ///   - address: The gate's own.
  ///   - step: What is made, for errors.
  ///   - stays: Whether the value is ready for good once it is made; one that is held weakly is not.
  ///   - build: Makes the value and publishes it where those who enter look.
  /// - Throws: What the build throws.
  package func run<Value>(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step, stays: Bool = true, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    do {
      let value = try build()
      end(address, ready: stays)
      return value
    } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step())
      end(address, ready: false, with: error)
      throw error
    }
  }

  /// Ends what this thread makes, and lets in those who wait.
  @inlinable @inline(__always)
  package func end(_ address: UInt, ready: Bool, with error: ResolutionError? = nil) {
    if !finish(as: .current, ready: ready) { wake(address, ready, error) }
  }

  /// What ends when the thread that makes the value has made it; `nil` when none does any more.
  @inline(never)
  private func join(_ address: UInt, _ step: ResolutionError.Step) -> Flight? {
    Gate.flights.withLock { flights in
      if let flight = flights[address] { return flight }
      guard let owner = self.await() else { return nil }
      let flight = Flight(owner: owner, step: step)
      flights[address] = flight
      return flight
    }
  }

  @usableFromInline @inline(never)
  package func wake(_ address: UInt, _ ready: Bool, _ error: ResolutionError?) {
    let flight = Gate.flights.withLock { flights in
      open(ready: ready)
      return flights.removeValue(forKey: address)
    }
    flight?.finish(error)
  }

  package static func reentered(_ step: ResolutionError.Step) -> ResolutionError {
    ResolutionError(
      .cycle, step.key, "\(step.key.quoted) is asked for while it is being built", at: step,
      help: step.cycleHelp)
  }
}
