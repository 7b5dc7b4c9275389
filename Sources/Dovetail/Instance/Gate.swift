// SPDX-License-Identifier: Apache-2.0

/// Lets one thread at a time build a shared value while the others sleep. No lock is held while the factory runs.
struct Gate: ~Copyable, Sendable {
  private let state = Lock(InstanceState())

  /// Returns the value that `ready` finds, building it first when there is none.
  ///
  /// - Parameters:
  ///   - step: What is built, for errors.
  ///   - stays: Whether the value is ready for good once it is built; a value that is held weakly is not.
  ///   - ready: Looks the value up; called again after every wait.
  ///   - build: Makes the value and publishes it where `ready` looks. Called by one thread at a time.
  /// - Throws: What the build throws; a cycle when this thread builds the value already or waits for itself.
  borrowing func value<Value>(
    of step: ResolutionError.Step, stays: Bool = true, ready: () -> Value?, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    let thread = ThreadID.current
    while true {
      if let value = ready() { return value }
      switch state.withLock({ $0.enter(as: thread, wanting: step) }) {
      case .ready: continue
      case .wait(let flight): try flight.wait()
      case .reentered: throw Gate.reentered(step)
      case .build(let flight): return try run(flight, stays: stays, step: step, build)
      }
    }
  }

  private borrowing func run<Value>(
    _ flight: Flight, stays: Bool, step: ResolutionError.Step, _ build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    do {
      let value = try build()
      state.withLock { $0.finish(ready: stays) }
      flight.finish(nil)
      return value
    } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step)
      state.withLock { $0.finish(ready: false) }
      flight.finish(error)
      throw error
    }
  }

  static func reentered(_ step: ResolutionError.Step) -> ResolutionError {
    ResolutionError(
      .cycle, step.key, "\(step.key.quoted) is asked for while it is being built", at: step,
      help: step.cycleHelp)
  }
}
