// SPDX-License-Identifier: Apache-2.0

extension OpenScope: Resolver {
  /// Returns the value bound to a key, from this scope, the scopes around it and the container.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed.
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    try request(slot(for: key))
  }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does, but not `.missing` for the key itself.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try container.find(key, askedBy: requester) else { return nil }
    container.note(found, askedBy: requester)
    return try request(found.slot) as Value
  }

  /// Returns a value that is made with run-time arguments: a new one, unless the binding shares its value. Then the arguments of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  public func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try slot(for: key)
    return try Arguments.keeping(first, repeat each argument, for: slot) { arguments throws(ResolutionError) in
      try request(slot, arguments)
    }
  }

  /// Opens a scope inside this one, or beside it when its kind has no parent; it stays open until it is closed.
  ///
  /// - Throws: `ResolutionError` as `openScope(_:_:)` does.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, at location: SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, at: location, askedBy: requester, repeat each input)
  }

  /// The slot of a key, for the code that has opened the scope.
  func slot<Value>(for key: Key<Value>) throws(ResolutionError) -> Slot { try container.slot(for: key, askedBy: requester) }

  /// The scope for code that only runs in it: what is private to the module that has opened it stays private.
  package var forProgram: any Resolver {
    requester == nil ? self : FactoryResolver(owner: container.owner, home: .scope(self), requester: nil)
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

extension OpenScope {
  /// Returns the value bound to a key, from this scope, the scopes around it and the container, and awaits its asynchronous parts.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed; `CancellationError` when the running task is cancelled.
  public nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    try await awaitedRequest(slot(for: key))
  }

  /// Returns a value that is made with run-time arguments, and awaits its asynchronous parts: a new one, unless the binding
  /// shares its value. Then the arguments of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others; `CancellationError` when the running task is
  ///   cancelled.
  public nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value {
    let slot = try slot(for: key)
    return try await awaitedRequest(slot, Arguments.crossing(first, repeat each argument, for: slot))
  }
}
