// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// How a value is built exactly once.
extension SharedPlace {
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
  package func enter(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step
  ) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    // A gate that is empty has no value behind it: who makes one leaves the gate ready.
    if usually(gate.begin(as: .current)) { return nil }
    return try gate.enter(address, step(), unless: { memory })
  }

  /// Ends the build of this thread, and lets in those who wait. The value is there unless there is an error.
  @inlinable @inline(__always)
  package func end(_ address: UInt, with error: ResolutionError? = nil) { gate.end(address, ready: error == nil, with: error) }
}
