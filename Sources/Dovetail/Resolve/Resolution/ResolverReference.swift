// SPDX-License-Identifier: Apache-2.0

/// The resolver of a deferred need: the container, or the open scope in which it was made.
///
/// A deferred need holds its resolver: the container until that closes. One that an open scope keeps, directly or in an instance that it keeps, does not hold
/// the scope: otherwise a scope that is never closed could not be released.
enum ResolverReference: Sendable {
  case container(ContainerLease)
  case scope(OpenScope)
  case keepingScope(KeepingScope)

  init(_ context: Context, of owner: ContainerContext) {
    self = context.scope.map { context.isKept ? .keepingScope(KeepingScope($0)) : .scope($0) } ?? .container(owner.lease)
  }

  /// Tells the resolver from others, as long as this is there.
  var id: ObjectIdentifier {
    switch self {
    case .container(let lease): ObjectIdentifier(lease)
    case .scope(let scope): ObjectIdentifier(scope)
    case .keepingScope(let reference): ObjectIdentifier(reference)
    }
  }

  /// The open scope; `nil` for the container.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when the scope was released.
  private func scope(for key: Graph.Key) throws(ResolutionError) -> OpenScope? {
    switch self {
    case .container: nil
    case .scope(let scope): scope
    case .keepingScope(let reference): try reference.scope(for: key)
    }
  }

  /// Runs a request in the resolver. A scope stays open meanwhile; the values of a container stay with the slot that the request has.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the resolver has closed, or was released.
  func run<Value>(
    for key: Graph.Key, _ request: (Context) throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    guard let scope = try scope(for: key) else {
      _ = try container(for: key, whileClosing: false)
      return try request(.container)
    }
    try scope.enter(for: key)
    defer { scope.leave() }
    return try request(context(in: scope))
  }

  /// Awaits a request in the resolver, which holds its values meanwhile.
  nonisolated(nonsending) func run<Value>(
    for key: Graph.Key, whileClosing: Bool = false, awaiting request: nonisolated(nonsending) (Context) async throws -> Value
  ) async throws -> Value {
    if let scope = try scope(for: key) {
      if whileClosing { try scope.enterWhileClosing(for: key) } else { try scope.enter(for: key) }
      defer { scope.leave() }
      return try await request(context(in: scope, isWaitedFor: whileClosing))
    }
    let container = try container(for: key, whileClosing: whileClosing)
    defer { withExtendedLifetime(container) {} }
    return try await request(.container)
  }

  private func context(in scope: OpenScope, isWaitedFor: Bool = false) -> Context {
    let isKept = if case .keepingScope = self { true } else { false }
    return Context(scope: scope, isKept: isKept, isWaitedFor: isWaitedFor)
  }

  private func container(for key: Graph.Key, whileClosing: Bool) throws(ResolutionError) -> Container {
    guard case .container(let lease) = self else { throw .closed("the container", key) }
    let container = try lease.container(for: key)
    if !whileClosing, container.isClosed { throw container.owner.closed(key) }
    return container
  }

  /// Opens a scope: inside this one, or in the container.
  ///
  /// - Parameter resolver: The resolver of a factory, if that opens the scope: its container and its binding answer in the scope.
  func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, of resolver: FactoryResolver? = nil, at location: SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    let key = Key<Kind>().graphKey
    do throws(ResolutionError) {
      let outer = try scope(for: key)
      let container =
        if let resolver { try resolver.owner.container(for: key) } else if let outer { outer.container } else {
          try container(for: key, whileClosing: true)
        }
      return try container.open(kind, inside: outer, at: location, askedBy: resolver?.requester, repeat each input)
    } catch { throw error.opening }
  }
}

/// The open scope of a deferred need that the scope itself keeps.
final class KeepingScope: Sendable {
  private weak let scope: OpenScope?
  private let kind: any ScopeKind.Type

  init(_ scope: OpenScope) {
    self.scope = scope
    kind = scope.kind
  }

  /// - Throws: `ResolutionError` with code `.closed` when the scope was released.
  func scope(for key: Graph.Key) throws(ResolutionError) -> OpenScope {
    guard let scope else { throw .closed(CloseOwner.scope(kind).description, key) }
    return scope
  }
}

/// What a deferred need asks later. The plan connects it, because its slot may lead back to who needs it; and ends it when the container goes, because what the
/// slot keeps may hold the deferred need.
final class Target: Sendable {
  /// The slot's key.
  let key: Graph.Key
  private let connected: Lock<Slot?>

  init(_ key: Graph.Key, _ slot: Slot? = nil) {
    self.key = key
    connected = Lock(slot)
  }

  func connect(_ slot: Slot?) { connected.withLock { $0 = slot } }

  var slot: Slot {
    get throws(ResolutionError) {
      guard let slot = connected.read({ copy $0 }) else { throw .closed("the container", key) }
      return slot
    }
  }
}

/// The request of a deferred need, which all copies of that share.
final class DeferredRequest: Sendable {
  let home: ResolverReference
  let target: Target

  init(home: ResolverReference, target: Target) { (self.home, self.target) = (home, target) }

  func now<Value>(_ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    try home.run(for: target.key) { context throws(ResolutionError) in try Request.run(target.slot, in: context, arguments) }
  }

  /// Requests the value, and awaits its asynchronous parts.
  ///
  /// - Parameter toTheEnd: Whether the request goes on when the running task is cancelled: for callers that cannot throw. The container answers them until its
  ///   last value is closed.
  nonisolated(nonsending) func awaited<Value>(
    _ arguments: [any Sendable]? = nil, isStaying: Bool = false, toTheEnd: Bool = false
  ) async throws -> Value {
    try await home.run(
      for: target.key, whileClosing: toTheEnd,
      awaiting: { context in
        try await AsyncRequest.run(target.slot, in: context, arguments, isStaying: isStaying, toTheEnd: toTheEnd)
      })
  }
}
