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
  ) async rethrows -> Result { try await OpenScope.local.withValue(self, operation: body) }
}

extension OpenScope {
  /// Runs a closure with the scope of a kind that is open around the running code.
  ///
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when there is none.
  @inline(never)
  static func withCurrent<Result>(
    _ kind: ObjectIdentifier, named name: TypeName, of owner: Owner, for step: @autoclosure () -> ResolutionError.Step,
    _ body: (OpenScope) throws(ResolutionError) -> Result
  ) throws(ResolutionError) -> Result {
    // The current scope may be one of another container, whose places are laid out differently.
    if let current, current.container.sees(owner) {
      try current.enter(for: step().key)
      defer { current.leave() }
      if let scope = current.find(kind) { return try body(scope) }
    }
    let step = step()
    throw ResolutionError(
      .scopeNotOpen, step.key, "\(step.key.quoted) lives in the scope '\(name)', which is not open here", at: step,
      help: "ask inside withScope(\(name).self) { scope in … }")
  }
}
