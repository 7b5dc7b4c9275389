// SPDX-License-Identifier: Apache-2.0

// Misuse for which the compiler has no good words by itself. None of this can be called, and any right form is preferred to it.

extension Resolver {
  /// Refuses a scope without the inputs of its kind, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the scope type has inputs: write them behind it, 'openScope(Kind.self, input)'")
  public func openScope<Kind: ScopeKind>(_ kind: Kind.Type) throws -> OpenScope { throw CancellationError() }

  /// Refuses a scope without the inputs of its kind, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the scope type has inputs: write them behind it, 'withScope(Kind.self, input) { … }'")
  public func withScope<Kind: ScopeKind, Result>(_ kind: Kind.Type, body: (OpenScope) throws -> Result) throws -> Result {
    throw CancellationError()
  }

  /// Refuses a scope without the inputs of its kind, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the scope type has inputs: write them behind it, 'withScope(Kind.self, input) { … }'")
  public nonisolated(nonsending) func withScope<Kind: ScopeKind, Result>(
    _ kind: Kind.Type, body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result { throw CancellationError() }
}
