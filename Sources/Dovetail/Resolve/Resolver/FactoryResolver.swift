// SPDX-License-Identifier: Apache-2.0

/// The resolver that a factory is given: it resolves in the container of its bind, within the scope of the running request, and notes the requested keys.
package struct FactoryResolver: Resolver {
  let owner: ContainerContext
  let home: ResolverReference
  /// The index of the binding whose code asks, which sees what is private to its module; `nil` for the program.
  let requester: Int?

  package func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try asking(key, answer(key).slot).now() }

  package func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    let container = try owner.container(for: key.graphKey)
    guard let found = try container.find(key, askedBy: requester) else { return nil }
    container.note(found, askedBy: requester)
    return try asking(key, found.slot).now() as Value
  }

  package func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try answer(key).slot
    return try Arguments.keeping(first, repeat each argument, for: slot) { arguments throws(ResolutionError) in
      try asking(key, slot).now(arguments)
    }
  }

  package nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    try await asking(key, answer(key).slot).awaited()
  }

  package nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value {
    let slot = try answer(key).slot
    return try await asking(key, slot).awaited(Arguments.crossing(first, repeat each argument, for: slot))
  }

  package func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, at location: SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try home.openScope(kind, of: self, at: location, repeat each input)
  }

  func asking<Value>(_ key: Key<Value>, _ slot: Slot) -> DeferredRequest {
    DeferredRequest(home: home, target: Target(key.graphKey, slot))
  }

  func answer<Value>(_ key: Key<Value>) throws(ResolutionError) -> FoundSlot {
    try owner.container(for: key.graphKey).answer(key, askedBy: requester)
  }
}

// A view keeps what it got as long as it asks the same resolver.
extension FactoryResolver: Hashable {
  package static func == (left: Self, right: Self) -> Bool { (left.home.id, left.requester) == (right.home.id, right.requester) }

  package func hash(into hasher: inout Hasher) { hasher.combine(home.id) }
}
