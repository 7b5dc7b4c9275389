// SPDX-License-Identifier: Apache-2.0

extension Container: Resolver {
  /// Returns the value bound to a type.
  ///
  /// Singletons are built on first use, and concurrent callers share one build.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares, which may differ from the type behind it.
  ///   - name: Tells bindings of one type apart; `nil` means the plain one.
  /// - Returns: The shared instance for `.singleton`, a new one for `.transient`.
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound, `.failed` when a factory throws, `.closed` after
  ///   closing, `.scopeNotOpen`, `.unawaited`, `.isolated`, `.wrongArguments`, `.wrongType`, `.unshareable`, `.cycle` or
  ///   `.tooDeep`; see `ResolutionError.Code`.
  /// - Complexity: O(1) once built; else linear in the dependencies still to build.
  @inlinable
  public func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) throws(ResolutionError) -> Value {
    if name == nil, let ready = table.ready(ObjectIdentifier(type)) { return ready.copy(as: type) }
    return try resolve(Key(type, named: name))
  }

  /// Returns the value bound to a key.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try request(slot(for: key)) }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does, but not `.missing` for the key itself.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try find(key) else { return nil }
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

  /// Returns the value bound to a type, and passes options to the container's extensions.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares.
  ///   - name: The name of the binding; `nil` for the plain one.
  ///   - options: The options for this resolution only, not for the dependencies inside it.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, options: RequestOptions
  ) throws(ResolutionError) -> Value {
    try request(answer(Key(type, named: name)).slot, nil, RequestState(options: options))
  }
}

// What requests begin with, and what they go on with.
extension Container {
  /// The slot of a key.
  ///
  /// - Parameter requester: The index of the binding whose code asks; `nil` for the program.
  /// - Throws: `ResolutionError` with code `.missing`.
  package func slot<Value>(for key: Key<Value>, askedBy requester: Int? = nil) throws(ResolutionError) -> Slot {
    if requester == nil, let slot = table.slot(key) { return slot }
    return try answer(key, askedBy: requester).slot
  }

  /// The slot of a key, also of one that is derived from others.
  ///
  /// - Parameter requester: The index of the binding whose code asks; `nil` for the program.
  /// - Throws: `ResolutionError` with code `.missing`.
  func answer<Value>(_ key: Key<Value>, askedBy requester: Int? = nil) throws(ResolutionError) -> FoundSlot {
    guard let found = try find(key, askedBy: requester) else { throw missing(key, askedBy: requester).from(owner.family) }
    note(found, askedBy: requester)
    return found
  }

  /// Remembers a request of an opaque bind.
  func note(_ answer: FoundSlot, askedBy requester: Int?) {
    guard let requester, wholePlan.wiring.graph.bindings[requester].isOpaque else { return }
    observed.withLock { observed in
      for binding in answer.bindings { observed.insert(Graph.ObservedEdge(from: requester, to: binding)) }
    }
  }

  package func request<Value>(
    _ slot: Slot, _ arguments: Arguments? = nil, _ state: RequestState? = nil
  ) throws(ResolutionError) -> Value {
    if isClosed { throw owner.closed(slot.step.key) }
    // Shared values lie in the container.
    defer { withExtendedLifetime(self) {} }
    return try Request.run(slot, in: .container, arguments, state)
  }

  package nonisolated(nonsending) func awaitedRequest<Value>(
    _ slot: Slot, _ arguments: [any Sendable]? = nil, isStaying: Bool = false
  ) async throws -> Value {
    if isClosed { throw owner.closed(slot.step.key) }
    defer { withExtendedLifetime(self) {} }
    return try await AsyncRequest.run(slot, in: .container, arguments, isStaying: isStaying)
  }
}

/// The answer to a request of the program or a resolver.
struct FoundSlot: Sendable {
  let slot: Slot
  /// The bindings that the answer leads to; several for a collection.
  let bindings: [Int]
}

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
