// SPDX-License-Identifier: Apache-2.0

/// One value that is shared as long as a strong reference to it exists, built by one task at a time.
package final class AsyncWeakInstance<Value: Sendable>: Sendable {
  private let reference = Lock(WeakReference())
  private let gate = AsyncGate<Value>()

  package init() {}

  /// The value, if it is still alive.
  package var value: Value? { reference.value(as: Value.self) }

  /// The value, built anew when none is alive.
  ///
  /// - Throws: ``ResolutionError``, with code `.unshareable` when the value is not an object; `CancellationError` when this task is cancelled.
  package func value(
    of step: @autoclosure () -> ResolutionError.Step, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value { return value }
    let step = step()
    return try await gate.value(of: step) { [self] in
      value
    } build: { [self] in
      let value = try await build()
      let object = try WeakInstance.object(in: value, of: step)
      reference.withLock { $0.object = object.object }
      return value
    }
  }
}
