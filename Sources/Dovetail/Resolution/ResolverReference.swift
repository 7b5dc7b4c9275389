// SPDX-License-Identifier: Apache-2.0

/// The resolver of a deferred need: the container, or the open scope in which it was made.
///
/// A deferred need holds its resolver: the container until that closes. One that an open scope keeps, directly or in an instance that it keeps, does not hold
/// the scope: otherwise a scope that is never closed could not be released.
enum ResolverReference: Sendable {
  case container(Link)
  case scope(OpenScope)
  case keepingScope(KeepingScope)

  init(_ context: Context, of owner: Owner) {
    guard let scope = context.scope else {
      self = .container(owner.link)
      return
    }
    self = context.isKept ? .keepingScope(KeepingScope(scope)) : .scope(scope)
  }

  /// Enters the resolver, until ``HeldResolverReference/end()``. The caller holds the home itself.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when it has closed, or was released.
  @inline(__always)
  func hold(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> HeldResolverReference {
    switch self {
    case .container(let link): return .container(try link.enter(for: key()), .passUnretained(link))
    case .scope(let scope):
      try scope.enter(for: key())
      return .scope(.passUnretained(scope))
    case .keepingScope(let reference):
      let scope = try reference.scope(for: key())
      try scope.enter(for: key())
      return .keepingScope(.passRetained(scope))
    }
  }

  /// Requests the slot of a deferred need, which lives as long as the container.
  func request<Value>(_ target: DeferredTarget) throws(ResolutionError) -> Value {
    let held = try hold(for: target.key)
    defer { held.end() }
    return try held.request(target.unheld)
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    let held = try hold(for: slot.step.key)
    defer { held.end() }
    return try held.request(.passUnretained(slot), arguments)
  }

  /// Requests the slot of a deferred need, and awaits its asynchronous parts.
  nonisolated(nonsending) func awaitedRequest<Value>(
    _ target: DeferredTarget, _ arguments: [any Sendable]? = nil
  ) async throws -> Value {
    // The slot lives as long as its resolver.
    switch try asked(for: target.key) {
    case .container(let container): try await container.awaitedRequest(target.slot, arguments)
    case .scope(let scope, let context): try await scope.awaitedRequest(target.slot, arguments, in: context)
    }
  }

  /// Requests the slot of a deferred need and awaits it to the end, even when the running task is cancelled.
  nonisolated(nonsending) func uncancelledRequest<Value>(_ target: DeferredTarget) async throws -> Value {
    switch try asked(for: target.key) {
    case .container(let container):
      defer { withExtendedLifetime(container) {} }
      return try await AsyncRequest.runToTheEnd(target.slot, in: .container)
    case .scope(let scope, let context):
      try scope.enter(for: target.key)
      defer { scope.leave() }
      return try await AsyncRequest.runToTheEnd(target.slot, in: context)
    }
  }

  /// Opens a scope: inside this one, or in the container.
  func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    switch try asked(for: Key<Kind>().graphKey) {
    case .container(let container): try container.open(kind, inside: nil, repeat each input)
    case .scope(let scope, _): try scope.container.open(kind, inside: scope, repeat each input)
    }
  }

  /// The resolver, held by the caller.
  enum Asked {
    case container(Container)
    /// With the context of the request.
    case scope(OpenScope, Context)
  }

  func asked(for key: Graph.Key) throws(ResolutionError) -> Asked {
    switch self {
    case .container(let link): return .container(try link.container(for: key))
    case .scope(let scope): return .scope(scope, Context(scope: scope))
    case .keepingScope(let reference):
      let scope = try reference.scope(for: key)
      return .scope(scope, Context(scope: scope, isKept: true))
    }
  }
}

extension Owner {
  /// The home of a deferred need that is made in a context.
  func home(_ context: Context) -> ResolverReference { ResolverReference(context, of: self) }
}

/// The open scope of a deferred need that the scope itself keeps.
final class KeepingScope: Sendable {
  private weak let scope: OpenScope?
  private let kind: any ScopeKind.Type

  init(_ scope: OpenScope) {
    self.scope = scope
    kind = scope.shape.kind
  }

  /// - Throws: `ResolutionError` with code `.closed` when the scope was released.
  func scope(for key: Graph.Key) throws(ResolutionError) -> OpenScope {
    guard let scope else { throw .closed(OpenScope.name(of: kind), key) }
    return scope
  }
}

/// The resolver of a deferred need, held and entered during the request; it holds every slot.
enum HeldResolverReference {
  // SAFETY: the link keeps the container until all that have entered have left; the holder of the home holds the link, or the scope. A retained scope is
  // released by `end()`.
  case container(Unmanaged<Container>, Unmanaged<Link>)
  case scope(Unmanaged<OpenScope>)
  case keepingScope(Unmanaged<OpenScope>)

  @inline(__always)
  func request<Value>(_ slot: Unmanaged<Slot>, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    try slot.got(try context(for: slot), arguments, from: .request)
  }

  // One function for all types of values.
  @inline(never)
  private func context(for slot: Unmanaged<Slot>) throws(ResolutionError) -> Context {
    switch self {
    case .container(let container, _):
      if unlikely(container._withUnsafeGuaranteedRef { $0.isShut }) {
        throw container.takeUnretainedValue().closed(for: slot.takeUnretainedValue().step.key)
      }
      return .container
    case .scope(let scope): return scope._withUnsafeGuaranteedRef { Context(scope: $0) }
    case .keepingScope(let scope): return scope._withUnsafeGuaranteedRef { Context(scope: $0, isKept: true) }
    }
  }

  func openScope<Kind: ScopeKind, Input: Sendable>(
    _ kind: Kind.Type, _ input: Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<Input> {
    switch self {
    case .container(let container, _): return try container.takeUnretainedValue().openScope(kind, input)
    case .scope(let scope), .keepingScope(let scope):
      let scope = scope.takeUnretainedValue()
      return try scope.container.open(kind, inside: scope, input)
    }
  }

  @inline(__always)
  func end() {
    switch self {
    case .container(_, let link): link._withUnsafeGuaranteedRef { $0.leave() }
    case .scope(let scope): scope._withUnsafeGuaranteedRef { $0.leave() }
    case .keepingScope(let scope): scope.takeRetainedValue().leave()
    }
  }
}

/// The slot of a deferred need, not held: the slot of a singleton holds the instance, which may hold the deferred need.
struct DeferredTarget: Sendable {
  // SAFETY: read only while the need's container is held, directly or by its open scope; the container holds its slots.
  let unheld: Unmanaged<Slot>
  let key: Graph.Key

  /// - Parameter key: The slot's key, computed once for all deferred needs of the slot.
  init(_ slot: Slot, _ key: Graph.Key) {
    unheld = .passUnretained(slot)
    self.key = key
  }

  var slot: Slot { unheld.takeUnretainedValue() }
}
