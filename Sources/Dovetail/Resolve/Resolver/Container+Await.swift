// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Returns the value bound to a type, and awaits values that are made asynchronously or on an actor. The rest is as for every ``Resolver``.
  ///
  /// - Throws: `ResolutionError`; `CancellationError` when the running task is cancelled before the value is built.
  @inlinable
  public nonisolated(nonsending) func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) async throws -> Value {
    if name == nil, let ready = table.ready(ObjectIdentifier(type)) { return ready.copy(as: type) }
    return try await resolve(Key(type, named: name))
  }

  /// Returns the value bound to a key, and awaits values that are made asynchronously or on an actor.
  ///
  /// Concurrent callers share one build of a shared value, which runs in a separate task: a cancelled caller leaves alone, and the build goes on for the
  /// others. Independent values are built concurrently.
  ///
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound, `.failed` when a factory throws, `.cycle` when builds wait for each other;
  ///   `CancellationError` when the running task is cancelled before the value is built.
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
