// SPDX-License-Identifier: Apache-2.0

extension Resolver {
  /// Opens a scope, runs a closure in it, and closes the scope on every way out.
  ///
  /// Inside, the scope is also the current one of the running task: `Injected` uses it, and longer-lived values may use it through a ``Provider``. Values that
  /// are closed asynchronously cannot be made in it; see the form that awaits.
  ///
  /// - Parameters:
  ///   - kind: The scope type. One with a parent kind opens in a scope of that kind, or in one inside it.
  ///   - input: The inputs that the kind names, in their order.
  ///   - body: Takes the open scope.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error; `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind;
  ///   `CloseError` when `onClose` threw.
  public func withScope<Kind: ScopeKind, each Input: Sendable, Result>(
    _ kind: Kind.Type, _ input: repeat each Input, body: (OpenScope) throws -> Result
  ) throws -> Result where Kind.Input == Inputs<repeat each Input> { try openScope(kind, repeat each input).run(body) }

  /// Opens a scope, runs an asynchronous closure in it, and closes the scope on every way out: return, error and cancellation.
  ///
  /// Inside, the scope is also the current one of the running task and of its child tasks. When the closure ends, `onClose` runs for all values of the scope,
  /// newest first; asynchronous ones are awaited, even when the task is cancelled.
  ///
  /// The closure runs in the caller's isolation. The rest is as for the synchronous form.
  public nonisolated(nonsending) func withScope<Kind: ScopeKind, each Input: Sendable, Result>(
    _ kind: Kind.Type, _ input: repeat each Input, body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result where Kind.Input == Inputs<repeat each Input> {
    try await openScope(kind, repeat each input).run(body)
  }
}
