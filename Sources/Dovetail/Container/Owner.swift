// SPDX-License-Identifier: Apache-2.0

/// The facts about a container that its slots need: enough to make deferred needs, without keeping the container alive.
package final class Owner: Sendable {
  // Inert: it holds no strong reference.
  private struct State: Inert {
    weak var container: Container?
    weak var link: Link?
  }

  private let state = Lock(State())
  let closing = CloseList()
  /// The parts that other modules attach to the container.
  package let parts = ContainerParts()
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

  /// The link that deferred needs hold. They share one, and it keeps the container until the container closes.
  var link: Link {
    state.withLock { state in
      if let link = state.link { return link }
      let link = Link(closing.isClosed ? nil : state.container)
      state.link = link
      return link
    }
  }

  /// Releases the container that deferred needs keep alive.
  func sever() {
    state.withLock { $0.link }?.sever()
  }

  /// The container, if it is still alive.
  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    guard let container = current else { throw .closed("the container", key()) }
    return container
  }
}
