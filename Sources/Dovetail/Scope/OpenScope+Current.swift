// SPDX-License-Identifier: Apache-2.0

extension OpenScope {
  /// Runs a closure in which this scope is the current one of the running task, and leaves it open.
  ///
  /// For a scope that is opened in one place and closed in another, so that no `withScope` can be around both: an adapter to a server opens it for a handler
  /// and closes it after the body is written. `Injected` and the providers of longer-lived values use it meanwhile.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which the closure runs.
  ///   - body: Uses the scope, directly or through the code that it calls.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error.
  @inlinable
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await OpenScope.local.withValue(self, operation: body)
  }
}
