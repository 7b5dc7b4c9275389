// SPDX-License-Identifier: Apache-2.0

// Requests for values that are not Sendable, or not known to be. `isolation` is the actor of the calling code: the compiler passes it, and keeps the
// result on it. So the values that stay on an actor are handed out to its code.

extension Container {
  /// Returns the value bound to a type; it stays with the actor of the calling code, if it belongs to one. The rest is as for every ``Resolver``.
  @inlinable
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    if name == nil, let ready = table.ready(ObjectIdentifier(type)) { return ready.copy(as: type) }
    return try staying(Key(type, named: name), isolation)
  }
}

extension Resolver {
  /// Returns the value bound to a type; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// A resolver of your own hands out no values that stay on an actor.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares, which may differ from the type behind it.
  ///   - name: Tells bindings of one type apart; `nil` means the plain one.
  ///   - isolation: The actor of the calling code.
  /// - Returns: The shared instance for a sharing scope, a new one for `.transient`.
  /// - Throws: `ResolutionError`; with code `.isolated` when the value belongs to another actor.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    guard isolation != nil, self is any KeepingResolver else { return try resolve(Key(type, named: name)) }
    return try staying(Key(type, named: name), isolation)
  }

  @usableFromInline
  func staying<Value>(_ key: Key<Value>, _ isolation: isolated (any Actor)?) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in try resolve(key) }
  }

  /// Returns the value bound to a type, and awaits its asynchronous parts; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// The parameters and the result are as for the synchronous form. A resolver of your own hands out no values that stay on an actor.
  ///
  /// - Throws: `ResolutionError`; with code `.isolated` when the value belongs to another actor. `CancellationError` when the running task is
  ///   cancelled before the value is built.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    let key = Key(type, named: name)
    guard isolation != nil, let keeping = self as? any KeepingResolver else { return try await resolve(key) }
    return try await keeping.staying(awaiting: key)
  }
}

extension Resolver {
  /// Returns a value that is made with run-time arguments: a new one, unless the binding shares its value. Then the arguments
  /// of the first caller count. It stays with the actor of the calling code, if it belongs to one.
  ///
  /// A resolver of your own hands out no values that stay on an actor.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others; with code `.isolated` when the value belongs to another
  ///   actor.
  public func resolve<Value, First, each Argument>(
    _ type: Value.Type, arguments first: First, _ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    guard isolation != nil, self is any KeepingResolver else {
      return try resolve(Key(type), arguments: first, repeat each argument)
    }
    return try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in
      try resolve(Key(type), arguments: first, repeat each argument)
    }
  }

  /// Returns a value that is made with run-time arguments, and awaits its asynchronous parts: a new one, unless the binding
  /// shares its value. Then the arguments of the first caller count. It stays with the actor of the calling code, if it
  /// belongs to one.
  ///
  /// - Throws: As the synchronous form; `CancellationError` when the running task is cancelled.
  public func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments first: First, _ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    guard isolation != nil, self is any KeepingResolver else {
      return try await resolve(Key(type), arguments: first, repeat each argument)
    }
    return try await resolve(Factory<Value, First, repeat each Argument>.self).make(
      first, repeat each argument, isolation: isolation)
  }
}

/// A resolver of the framework, which hands a value to the requester and to nobody else.
protocol KeepingResolver: Resolver {
  nonisolated(nonsending) func staying<Value>(awaiting key: Key<Value>) async throws -> Value
}

extension Container: KeepingResolver {
  nonisolated(nonsending) func staying<Value>(awaiting key: Key<Value>) async throws -> Value {
    try await awaitedRequest(slot(for: key), isStaying: true)
  }
}

extension OpenScope: KeepingResolver {
  nonisolated(nonsending) func staying<Value>(awaiting key: Key<Value>) async throws -> Value {
    try await awaitedRequest(slot(for: key), isStaying: true)
  }
}

extension FactoryResolver: KeepingResolver {
  nonisolated(nonsending) func staying<Value>(awaiting key: Key<Value>) async throws -> Value {
    try await asking(key, answer(key).slot).awaited(isStaying: true)
  }
}
