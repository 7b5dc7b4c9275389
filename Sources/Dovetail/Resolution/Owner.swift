// SPDX-License-Identifier: Apache-2.0

/// What slots know of their container: enough to hand out deferred needs, without keeping it alive.
final class Owner: Sendable {
  private struct State: Sendable {
    weak var container: Container?
    weak var link: Link?
  }

  private let state = Lock(State())
  let closing = CloseList()
  let tree = ObjectTree()
  let extensions: ExtensionChain

  init(extensions: ExtensionChain) { self.extensions = extensions }

  /// The container, if it is still there.
  var current: Container? { state.withLock { $0.container } }

  func adopt(_ container: Container) {
    state.withLock { $0.container = container }
  }

  /// The link that deferred needs hold. They share one, and it keeps the container until the container closes.
  var link: Link {
    state.withLock { state in
      if let link = state.link { return link }
      let link = Link(closing.isClosed ? nil : state.container)
      state.link = link
      return link
    }
  }

  /// Lets go of what deferred needs keep alive.
  func sever() {
    state.withLock { $0.link }?.sever()
  }

  /// The container, while it is there.
  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    guard let container = current else { throw .closed("the container", key()) }
    return container
  }

  /// Where a deferred need that is made in a context belongs.
  func home(_ context: Context) -> Home {
    context.scope.map { .scope($0.handle) } ?? .container(link)
  }
}

/// Keeps a container alive for the deferred needs that ask it, until it closes. So instances that hold providers never keep a
/// closed container.
final class Link: Sendable {
  private let container: Lock<Container?>

  init(_ container: Container?) { self.container = Lock(container) }

  func sever() { container.withLock { $0 = nil } }

  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    guard let container = container.withLock({ $0 }) else { throw .closed("the container", key()) }
    return container
  }
}

/// Where a deferred need asks: the container, or the open scope in which it was made.
enum Home: Sendable {
  case container(Link)
  case scope(OpenScope)

  /// Asks for the slot of a deferred need, which is there as long as the container is.
  func request<Value>(_ target: DeferredTarget, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    switch self {
    case .container(let link): try link.container(for: target.key).request(target.slot, arguments)
    case .scope(let scope): try scope.request(target.slot, arguments)
    }
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

  nonisolated(nonsending) func awaitedRequest<Value>(_ slot: Slot, _ arguments: [any Sendable]? = nil) async throws -> Value {
    switch self {
    case .container(let link): try await link.container(for: slot.step.key).awaitedRequest(slot, arguments)
    case .scope(let scope): try await scope.awaitedRequest(slot, arguments)
    }
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    switch self {
    case .container(let link): try link.container(for: slot.step.key).request(slot, arguments)
    case .scope(let scope): try scope.request(slot, arguments)
    }
  }
}

/// The slot that a deferred need asks, not held: the slot of a singleton holds the instance, which may hold the deferred need.
struct DeferredTarget: Sendable {
  // SAFETY: read only while the need's container is held, directly or by its open scope; the container holds its slots.
  private let unheld: Unmanaged<Slot>
  let key: Graph.Key

  init(_ slot: Slot) {
    unheld = .passUnretained(slot)
    key = slot.step.key
  }

  var slot: Slot { unheld.takeUnretainedValue() }
}
