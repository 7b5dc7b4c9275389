// SPDX-License-Identifier: Apache-2.0

/// The facts about a container that its slots need: enough to make deferred needs, without keeping the container alive.
package final class ContainerContext: Sendable {
  // Inert: it holds no strong references but those to its parts, which only grow.
  struct State: Inert {
    weak var container: Container?
    weak var lease: ContainerLease?
    var parts: [ObjectIdentifier: any ContainerPart] = [:]
    var closing = Closing.none

    /// What the parts know of the closing of the container.
    enum Closing { case none, held, over }
  }

  let state = Lock(State())
  let lifetime = Lifetime()
  let extensions: ExtensionChain
  package let observers: ObserverList?
  let family: ContainerFamily

  /// - Parameter family: The family of the container's parent; `nil` without a parent.
  init(extensions: ExtensionChain, observers: ObserverList?, family: ContainerFamily?) {
    self.extensions = extensions
    self.observers = observers
    self.family = family ?? ContainerFamily()
  }

  /// The container, if it is still alive.
  package var current: Container? { state.withLock { $0.container } }

  func adopt(_ container: Container) { state.withLock { $0.container = container } }

  /// The lease that deferred needs hold. They share one, and it keeps the container until the container closes.
  var lease: ContainerLease {
    state.withLock { state in
      if let lease = state.lease { return lease }
      let lease = ContainerLease(to: state.closing == .over ? nil : state.container, of: family)
      state.lease = lease
      return lease
    }
  }

  /// The error of a request that comes when the container has closed.
  func closed(_ key: Graph.Key) -> ResolutionError { .closed("the container", key).from(family) }

  /// Releases the container that deferred needs keep alive.
  func sever() { state.withLock { $0.lease }?.sever() }

  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    guard let container = current else { throw closed(key()) }
    return container
  }
}

/// Keeps a container alive for its deferred needs, until it closes. So instances that hold providers never keep a closed container.
final class ContainerLease: Sendable {
  private let kept: Lock<Container?>
  private let family: ContainerFamily

  init(to container: Container?, of family: ContainerFamily) {
    kept = Lock(container)
    self.family = family
  }

  /// Releases the container, after the requests that hold it.
  func sever() { kept.withLock { $0 = nil } }

  /// The container.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when the lease is severed.
  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    guard let container = kept.read({ copy $0 }) else { throw .closed("the container", key()).from(family) }
    return container
  }
}
