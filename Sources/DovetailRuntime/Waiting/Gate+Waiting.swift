// SPDX-License-Identifier: Apache-2.0

// Two threads rarely meet at a gate. So all gates of the process share one table of waiting threads, by an address that is unique to the gate.
extension Gate {
  private static let builds = Lock<[UInt: Build]>([:])

  /// Waits until the value is ready or it is this thread's turn to make it.
  ///
  /// - Parameters:
  ///   - address: The gate's address.
  ///   - step: The bind or member being made, for errors.
  ///   - stays: Whether the value stays ready once it is made; a weakly held one does not.
  ///   - find: Looks the value up; called again after every wait.
  /// - Returns: The value found; `nil` when the caller has to make it now, and then to call ``end(_:ready:with:)``.
  /// - Throws: The error of another thread's build; a cycle when this thread makes the value already or waits for itself.
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

  /// Makes the value in this thread's turn, then wakes the waiting threads.
  ///
  /// - Parameters:
  ///   - address: The gate's address.
  ///   - step: The bind or member being made, for errors.
  ///   - stays: Whether the value stays ready once it is made; a weakly held one does not.
  ///   - build: Makes the value and publishes it for the threads that enter.
  /// - Throws: The error of the build.
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

  /// Ends this thread's turn, and wakes the waiting threads.
  @inlinable @inline(__always)
  package func end(_ address: UInt, ready: Bool, with error: ResolutionError? = nil) {
    if !finish(as: .current, ready: ready) { wake(address, ready, error) }
  }

  /// The build that the thread making the value will end; `nil` when no thread makes it any more.
  @inline(never)
  private func join(_ address: UInt, _ step: ResolutionError.Step) -> Build? {
    Gate.builds.withLock { builds in
      if let build = builds[address] { return build }
      guard let owner = self.await() else { return nil }
      let build = Build(owner: owner, step: step)
      builds[address] = build
      return build
    }
  }

  @usableFromInline @inline(never)
  package func wake(_ address: UInt, _ ready: Bool, _ error: ResolutionError?) {
    let build = Gate.builds.withLock { builds in
      open(ready: ready)
      return builds.removeValue(forKey: address)
    }
    build?.finish(error)
  }

  package static func reentered(_ step: ResolutionError.Step) -> ResolutionError {
    ResolutionError(
      .cycle, step.key, "\(step.key.quoted) is asked for while it is being built", at: step,
      help: step.cycleHelp)
  }
}
