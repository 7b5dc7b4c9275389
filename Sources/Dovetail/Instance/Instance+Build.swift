// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// How the value of an instance is built exactly once. There is an instance for every singleton, and few of them are ever built by two threads
/// at once, so that all share one list of those who wait.
extension Instance {
  private static let flights = Lock<[ObjectIdentifier: Flight]>([:])

  /// Waits until the value is there or it is this thread's turn to build it.
  ///
  /// - Parameter step: What is built, for errors.
  /// - Returns: Where the value is; `nil` when the caller has to build it now, and then to call ``end(with:)``.
  /// - Throws: What the build of another thread throws; a cycle when this thread builds the value already or waits for itself.
  func enter(_ step: @autoclosure () -> ResolutionError.Step) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    while true {
      if let memory { return memory }
      switch builder.enter(as: .current) {
      case .build: return begin()
      case .ready: continue
      case .reentered: throw Gate.reentered(step())
      case .taken: try join(step())?.wait()
      }
    }
  }

  /// Looks once more: the value may have come between the look and the turn.
  private func begin() -> UnsafeMutableRawPointer? {
    guard let memory else { return nil }
    end()
    return memory
  }

  @inline(never)
  private func join(_ step: ResolutionError.Step) -> Flight? {
    Instance.flights.withLock { $0.join(ObjectIdentifier(self), at: builder, step) }
  }

  /// Ends the build of this thread, and lets in those who wait. The value is there unless there is an error.
  func end(with error: ResolutionError? = nil) {
    if !builder.finish(as: .current, ready: error == nil) { wake(error) }
  }

  @inline(never)
  private func wake(_ error: ResolutionError?) {
    let flight = Instance.flights.withLock { flights in
      builder.open(ready: error == nil)
      return flights.removeValue(forKey: ObjectIdentifier(self))
    }
    flight?.finish(error)
  }
}
