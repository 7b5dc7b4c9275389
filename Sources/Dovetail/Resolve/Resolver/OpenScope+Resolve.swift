// SPDX-License-Identifier: Apache-2.0

extension OpenScope: Resolver {
  /// Returns the value bound to a key, from this scope, the scopes around it and the container.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed.
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try request(container.slot(for: key)) }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does, but not `.missing` for the key itself.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try container.find(key) else { return nil }
    return try request(found.slot) as Value
  }

  /// Returns a value that is made with run-time arguments: a new one, unless the binding shares its value. Then the arguments of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  public func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try container.slot(for: key)
    return try Arguments.keeping(first, repeat each argument, for: slot) { arguments throws(ResolutionError) in
      try request(slot, arguments)
    }
  }

  /// Opens a scope inside this one.
  ///
  /// - Parameters:
  ///   - kind: A kind whose parent is this scope's kind or one around it; a kind without a parent opens beside this scope.
  ///   - input: The inputs that the kind names, in their order.
  ///   - fileID: Where the scope is opened, to be named when it is dropped and not closed.
  ///   - line: Where the scope is opened.
  ///   - column: Where the scope is opened.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind,
  ///   `.closed` when the container or the scope has closed.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, at: SourceLocation(fileID: fileID, line: line, column: column), repeat each input)
  }

  /// The same, for code that knows only a resolver: the place is unknown.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, at: .unknown, repeat each input)
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    guard enter() else { throw closed(for: slot.step.key) }
    defer { leave() }
    return try Request.run(slot, in: Context(scope: self), arguments)
  }

  nonisolated(nonsending) func awaitedRequest<Value>(
    _ slot: Slot, _ arguments: [any Sendable]? = nil, isStaying: Bool = false
  ) async throws -> Value {
    guard enter() else { throw closed(for: slot.step.key) }
    defer { leave() }
    return try await AsyncRequest.run(slot, in: Context(scope: self), arguments, isStaying: isStaying)
  }
}
