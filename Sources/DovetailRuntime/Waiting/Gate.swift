// SPDX-License-Identifier: Apache-2.0

/// Lets one thread at a time build a shared value while the others sleep. No lock is held while the factory runs.
package struct Gate: ~Copyable, Sendable {
  private let state = Lock(InstanceState())

  /// Waits until the value is there or it is this thread's turn to build it.
  ///
  /// - Parameters:
  ///   - step: What is built, for errors.
  ///   - find: Looks the value up; called again after every wait.
  /// - Returns: What was found; `nil` when the caller has to ``run(_:stays:build:)`` now.
  /// - Throws: What the build of another thread throws; a cycle when this thread builds the value already or waits for itself.
  package borrowing func enter<Found>(
    _ step: @autoclosure () -> ResolutionError.Step, unless find: () -> Found?
  ) throws(ResolutionError) -> Found? {
    let thread = ThreadID.current
    while true {
      if let found = find() { return found }
      switch state.withLock({ $0.enter(as: thread, wanting: step()) }) {
      case .ready: continue
      case .wait(let flight): try flight.wait()
      case .reentered: throw Gate.reentered(step())
      case .build:
        guard let found = find() else { return nil }
        // It was built between the look and the turn; what is held weakly leaves no other trace.
        state.withLock { $0.finish(ready: false) }?.finish(nil)
        return found
      }
    }
  }

  /// Builds the value, then lets in those who wait.
  ///
  /// - Parameters:
  ///   - step: What is built, for errors.
  ///   - stays: Whether the value is ready for good once it is built; a value that is held weakly is not.
  ///   - build: Makes the value and publishes it where those who enter look.
  /// - Throws: What the build throws.
  package borrowing func run<Value>(
    _ step: @autoclosure () -> ResolutionError.Step, stays: Bool = true, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    do {
      let value = try build()
      state.withLock { $0.finish(ready: stays) }?.finish(nil)
      return value
    } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step())
      state.withLock { $0.finish(ready: false) }?.finish(error)
      throw error
    }
  }

  package static func reentered(_ step: ResolutionError.Step) -> ResolutionError {
    ResolutionError(
      .cycle, step.key, "\(step.key.quoted) is asked for while it is being built", at: step,
      help: step.cycleHelp)
  }
}
