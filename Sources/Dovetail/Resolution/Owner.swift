// SPDX-License-Identifier: Apache-2.0

/// What slots know of their container: enough to hand out deferred needs, without keeping it alive.
package final class Owner: Sendable {
  // Inert: it holds nothing.
  private struct State: Inert {
    weak var container: Container?
    weak var link: Link?
  }

  private let state = Lock(State())
  let closing = CloseList()
  /// What other modules keep with the container.
  package let parts = ContainerParts()
  let extensions: ExtensionChain
  /// Who is told what happens; `nil` for nobody.
  package let observers: ObserverList?
  let family: ContainerFamily

  /// - Parameter family: That of the container's parent; `nil` for one without.
  init(extensions: ExtensionChain, observers: ObserverList?, family: ContainerFamily?) {
    self.extensions = extensions
    self.observers = observers
    self.family = family ?? ContainerFamily()
  }

  /// The container, if it is still there.
  package var current: Container? { state.withLock { $0.container } }

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
  func home(_ context: Context) -> Home { Home(context, of: self) }
}
