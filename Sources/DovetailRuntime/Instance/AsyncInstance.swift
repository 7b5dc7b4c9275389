// SPDX-License-Identifier: Apache-2.0

/// One shared value that tasks build asynchronously, exactly once. A built value is read as in any ``Instance``: with one atomic load, also by synchronous
/// code.
// SAFETY: as in Instance; `gate` is Sendable and a `let`.
package final class AsyncInstance<Shared: Sendable>: Instance, @unchecked Sendable {
  private let gate = AsyncGate<Shared>()

  /// Creates an empty instance.
  package init() { super.init(of: Shared.self) }

  /// The value, built on first use.
  ///
  /// - Throws: ``ResolutionError``, or `CancellationError` when this task is cancelled before the value is built.
  package func value(
    of step: @autoclosure () -> ResolutionError.Step, build: @escaping @Sendable () async throws -> Shared
  ) async throws -> Shared {
    if let value = value(as: Shared.self) { return value }
    return try await gate.value(of: step()) { [self] in
      value(as: Shared.self)
    } build: { [self] in
      let value = try await build()
      fill(with: value)
      return value
    }
  }
}
