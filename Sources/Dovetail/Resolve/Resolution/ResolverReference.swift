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
    self = context.scope.map { context.isKept ? .keepingScope(KeepingScope($0)) : .scope($0) } ?? .container(owner.link)
  }

  /// Requests a slot, which the resolver holds.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the resolver has closed, or was released.
  @inline(__always)
  func request<Value>(
    _ slot: Unheld<Slot>, _ arguments: Arguments? = nil, for key: @autoclosure () -> Graph.Key
  ) throws(ResolutionError) -> Value {
    let context = try enter(for: key())
    defer { leave(context) }
    return try slot.object.get(context, arguments, from: .request)
  }

  /// Enters the resolver, which then holds the values of the request until ``leave(_:)``.
  @inline(__always)
  fileprivate func enter(
    for key: @autoclosure () -> Graph.Key, whileClosing: Bool = false
  ) throws(ResolutionError) -> Context {
    switch self {
    case .container(let link):
      let container = try link.enter(for: key())
      if whileClosing || container.use({ !$0.isShut }) { return .container }
      defer { leave(.container) }
      throw container.object.closed(for: key())
    case .scope(let scope):
      try scope.enter(for: key())
      return Context(scope: scope)
    case .keepingScope(let reference):
      let scope = try reference.scope(for: key())
      try scope.enter(for: key())
      return Context(scope: scope, isKept: true)
    }
  }

  @inline(__always)
  fileprivate func leave(_ context: Context) {
    switch self {
    case .container(let link): link.leave()
    case .scope(let scope): scope.leave()
    case .keepingScope: context.scope?.leave()
    }
  }

  /// Opens a scope: inside this one, or in the container.
  func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    let key = Key<Kind>().graphKey
    let outer: OpenScope
    switch self {
    case .container(let link):
      let container = try link.enter(for: key).object
      link.leave()
      return try container.open(kind, inside: nil, at: .unknown, repeat each input)
    case .scope(let scope): outer = scope
    case .keepingScope(let reference): outer = try reference.scope(for: key)
    }
    return try outer.container.open(kind, inside: outer, at: .unknown, repeat each input)
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

/// The request of a deferred need. It does not hold the slot: the slot of a singleton holds the instance, which may hold the deferred need.
struct DeferredRequest: Sendable {
  let home: ResolverReference
  // SAFETY: read only while the resolver is held, which holds its slots.
  let unheld: Unheld<Slot>
  /// The slot's key, computed once for all deferred needs of the slot.
  let key: Graph.Key

  /// The slot, while the resolver is held.
  var slot: Slot { unheld.object }

  // One copy: inlined into every caller, it would be 14 KB. `Provider` and `Factory` have what it does by themselves.
  @inline(never)
  func now<Value>(_ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    try home.request(unheld, arguments, for: key)
  }

  /// Requests the value, and awaits its asynchronous parts.
  nonisolated(nonsending) func awaited<Value>(_ arguments: [any Sendable]? = nil, isStaying: Bool = false) async throws -> Value {
    let context = try home.enter(for: key)
    defer { home.leave(context) }
    return try await AsyncRequest.run(slot, in: context, arguments, isStaying: isStaying)
  }

  /// Requests the value and awaits it to the end, even when the running task is cancelled.
  nonisolated(nonsending) func awaitedToTheEnd<Value>() async throws -> Value {
    // The caller cannot throw, so the container answers until its last value is closed.
    let context = try home.enter(for: key, whileClosing: true)
    defer { home.leave(context) }
    return try await AsyncRequest.runToTheEnd(slot, in: context)
  }
}
