// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Returns the value bound to a type, and awaits values that are made asynchronously or on an actor.
  ///
  /// Concurrent callers share one build of a shared value, which runs in a separate task: a cancelled caller leaves alone, and the build goes on for the
  /// others. Independent values are built concurrently.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares, which may differ from the type behind it.
  ///   - name: Tells bindings of one type apart; `nil` means the plain one.
  /// - Returns: The shared instance for `.singleton`, a new one for `.transient`.
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound, `.failed` when a factory throws, `.cycle` when builds wait for each other;
  ///   `CancellationError` when the running task is cancelled before the value is built.
  public nonisolated(nonsending) func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) async throws -> Value {
    try await awaitedRequest(slot(for: Key(type, named: name)))
  }

  /// Returns the value bound to a key, and awaits values that are made asynchronously or on an actor.
  ///
  /// - Throws: As `resolve(_:named:)` does.
  public nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    try await awaitedRequest(answer(key).slot)
  }

  /// Returns a new value that is made with run-time arguments, and awaits its asynchronous parts.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others; `CancellationError` when the running task is
  ///   cancelled.
  public nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value {
    let slot = try answer(key).slot
    return try await awaitedRequest(slot, Request.crossing(first, repeat each argument, for: slot))
  }
}

extension OpenScope {
  /// Returns the value bound to a type, from this scope, the scopes around it and the container, and awaits its asynchronous parts.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed; `CancellationError` when the running task is cancelled.
  @inlinable
  public nonisolated(nonsending) func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) async throws -> Value { try await resolve(Key(type, named: name)) }

  /// Returns the value bound to a key, from this scope, the scopes around it and the container, and awaits its asynchronous parts.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed; `CancellationError` when the running task is cancelled.
  @inlinable
  public nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    // The callers have inlined this, and begin no asynchronous function for a synchronous value.
    if key.name == nil, !container.table.mayAwait(ObjectIdentifier(Value.self)) { return try requested(Value.self) }
    return try await awaited(key)
  }

  @usableFromInline
  nonisolated(nonsending) func awaited<Value>(_ key: Key<Value>) async throws -> Value {
    try await awaitedRequest(container.answer(key).slot)
  }

  /// Returns a new value that is made with run-time arguments, and awaits its asynchronous parts.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others; `CancellationError` when the running task is
  ///   cancelled.
  public nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value {
    let slot = try container.answer(key).slot
    return try await awaitedRequest(slot, Request.crossing(first, repeat each argument, for: slot))
  }
}
