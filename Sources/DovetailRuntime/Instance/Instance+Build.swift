// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// How a value is built exactly once. There is a place for every singleton, and in few of them do two threads ever meet, so that all share
/// one list of those who wait: by an address that is the place's alone.
extension SharedPlace {
  private static let flights = Lock<[UInt: Flight]>([:])

  /// Where the value is, once it is built.
  @inlinable @inline(__always)
  package var memory: UnsafeMutableRawPointer? { ready.load(ordering: .acquiring) }

  /// Waits until the value is there or it is this thread's turn to build it.
  ///
  /// - Parameters:
  ///   - address: The place's own.
  ///   - step: What is built, for errors.
  /// - Returns: Where the value is; `nil` when the caller has to build it now, and then to call ``end(_:with:)``.
  /// - Throws: What the build of another thread throws; a cycle when this thread builds the value already or waits for itself.
  package borrowing func enter(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step
  ) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    while true {
      if let memory { return memory }
      switch builder.enter(as: .current) {
      case .build: return begin(address)
      case .ready: continue
      case .reentered: throw Gate.reentered(step())
      case .taken: try join(address, step())?.wait()
      }
    }
  }

  /// Looks once more: the value may have come between the look and the turn.
  private borrowing func begin(_ address: UInt) -> UnsafeMutableRawPointer? {
    guard let memory else { return nil }
    end(address)
    return memory
  }

  @inline(never)
  private borrowing func join(_ address: UInt, _ step: ResolutionError.Step) -> Flight? {
    SharedPlace.flights.withLock { $0.join(address, at: builder, step) }
  }

  /// Ends the build of this thread, and lets in those who wait. The value is there unless there is an error.
  @inlinable @inline(__always)
  package borrowing func end(_ address: UInt, with error: ResolutionError? = nil) {
    if !builder.finish(as: .current, ready: error == nil) { wake(address, error) }
  }

  @usableFromInline @inline(never)
  package borrowing func wake(_ address: UInt, _ error: ResolutionError?) {
    let flight = SharedPlace.flights.withLock { flights in
      builder.open(ready: error == nil)
      return flights.removeValue(forKey: address)
    }
    flight?.finish(error)
  }
}
