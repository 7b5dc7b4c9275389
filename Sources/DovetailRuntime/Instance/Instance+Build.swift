// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// The build of a value, exactly once.
extension SharedPlace {
  /// The address of the value, once it is built.
  @inlinable @inline(__always)
  package var memory: UnsafeMutableRawPointer? { ready.load(ordering: .acquiring) }

  /// Waits until the value is built or it is this thread's turn to build it.
  ///
  /// - Parameters:
  ///   - address: The place's address.
  ///   - step: The bind or member being built, for errors.
  /// - Returns: The address of the value; `nil` when the caller has to build it now, and then to call ``end(_:with:)``.
  /// - Throws: The error of another thread's build; a cycle when this thread builds the value already or waits for itself.
  package func enter(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step
  ) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    // An empty gate has no value behind it: a builder that succeeds leaves the gate ready.
    if likely(gate.begin(as: .current)) { return nil }
    return try gate.enter(address, step(), unless: { memory })
  }

  /// Ends the build of this thread, and wakes the waiting threads. The value is ready unless there is an error.
  @inlinable @inline(__always)
  package func end(_ address: UInt, with error: ResolutionError? = nil) { gate.end(address, ready: error == nil, with: error) }
}

extension Instance {
  /// The value, built by a task on first use. Threads and tasks do not both build the value of one instance.
  ///
  /// - Throws: ``ResolutionError``, or `CancellationError` when this task is cancelled before the value is built.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = value(as: Value.self) { return value }
    return try await Build.value(at: address, of: step()) {
      value(as: Value.self)
    } build: { [self] in
      if !isReady { fill(with: try await build()) }
      return ()
    }
  }
}
