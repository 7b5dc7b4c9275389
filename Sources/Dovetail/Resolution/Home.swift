// SPDX-License-Identifier: Apache-2.0

/// Where a deferred need asks: the container, or the open scope in which it was made.
enum Home: Sendable {
  case container(Link)
  case scope(OpenScope)

  /// Takes hold of what is asked, until ``HeldHome/end()``. The caller holds the home itself.
  ///
  /// - Throws: ``ResolutionError`` with code `.closed` when it is gone.
  @inline(__always)
  func hold(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> HeldHome {
    switch self {
    case .container(let link): .container(try link.enter(for: key()), .passUnretained(link))
    case .scope(let scope): .scope(.passUnretained(scope))
    }
  }

  /// Asks for the slot of a deferred need, which is there as long as the container is.
  func request<Value>(_ target: DeferredTarget) throws(ResolutionError) -> Value {
    let held = try hold(for: target.key)
    defer { held.end() }
    return try target.unheld.held { slot throws(ResolutionError) in try held.request(slot) }
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    let held = try hold(for: slot.step.key)
    defer { held.end() }
    return try held.request(slot, arguments)
  }

  /// Asks for the slot of a deferred need, awaiting what has to be awaited.
  nonisolated(nonsending) func awaitedRequest<Value>(
    _ target: DeferredTarget, _ arguments: [any Sendable]? = nil
  ) async throws -> Value {
    switch self {
    case .container(let link): try await link.container(for: target.key).awaitedRequest(target.slot, arguments)
    case .scope(let scope): try await scope.awaitedRequest(target.slot, arguments)
    }
  }

  /// Asks for the slot of a deferred need and awaits it to the end, also when the running task is cancelled.
  nonisolated(nonsending) func uncancelledRequest<Value>(_ target: DeferredTarget) async throws -> Value {
    switch self {
    case .container(let link):
      let container = try link.container(for: target.key)
      defer { withExtendedLifetime(container) {} }
      return try await AsyncRequest.runToTheEnd(target.slot, in: .container)
    case .scope(let scope):
      try scope.enter(for: target.key)
      defer { scope.leave() }
      return try await AsyncRequest.runToTheEnd(target.slot, in: Context(scope: scope))
    }
  }

  nonisolated(nonsending) func awaitedRequest<Value>(_ slot: Slot, _ arguments: [any Sendable]? = nil) async throws -> Value {
    switch self {
    case .container(let link): try await link.container(for: slot.step.key).awaitedRequest(slot, arguments)
    case .scope(let scope): try await scope.awaitedRequest(slot, arguments)
    }
  }
}

/// What a deferred need asks, held while it does; and with it every slot.
enum HeldHome {
  // SAFETY: the link keeps the container until everybody who has entered has left; whoever holds the home holds the link, or the scope.
  case container(Unmanaged<Container>, Unmanaged<Link>)
  case scope(Unmanaged<OpenScope>)

  @inline(__always)
  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    switch self {
    case .container(let container, _):
      try container.ask { container throws(ResolutionError) in try container.request(slot, arguments) }
    case .scope(let scope): try scope.ask { scope throws(ResolutionError) in try scope.request(slot, arguments) }
    }
  }

  @inline(__always)
  func openScope<Kind: ScopeKind, Input: Sendable>(
    _ kind: Kind.Type, _ input: Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<Input> {
    switch self {
    case .container(let container, _):
      try container.ask { container throws(ResolutionError) in try container.openScope(kind, input) }
    case .scope(let scope): try scope.ask { scope throws(ResolutionError) in try scope.openScope(kind, input) }
    }
  }

  @inline(__always)
  func end() {
    if case .container(_, let link) = self { link._withUnsafeGuaranteedRef { $0.leave() } }
  }
}

extension Unmanaged {
  /// Runs a closure with a container or a scope that somebody holds, without counting one more reference to it.
  @inline(__always)
  fileprivate func ask<Value>(_ body: (Instance) throws(ResolutionError) -> Value) throws(ResolutionError) -> Value {
    do { return try _withUnsafeGuaranteedRef { try body($0) } } catch {
      throw error as? ResolutionError ?? .closed("the container", Graph.Key(type: TypeName(Value.self)))
    }
  }
}

/// The slot that a deferred need asks, not held: the slot of a singleton holds the instance, which may hold the deferred need.
struct DeferredTarget: Sendable {
  // SAFETY: read only while the need's container is held, directly or by its open scope; the container holds its slots.
  let unheld: Unmanaged<Slot>
  let key: Graph.Key

  /// - Parameter key: The slot's own, worked out once for all deferred needs that ask it.
  init(_ slot: Slot, _ key: Graph.Key) {
    unheld = .passUnretained(slot)
    self.key = key
  }

  var slot: Slot { unheld.takeUnretainedValue() }
}
