// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Keeps a container alive for the deferred needs that ask it, until it closes. So instances that hold providers never keep a
/// closed container.
///
/// Those who ask enter and leave, which is one atomic operation each. The last one out of a link that was severed lets go of the container.
// SAFETY: the container is released once: by who severs the link when nobody is in it, else by the last one to leave; nobody enters afterwards.
final class Link: @unchecked Sendable {
  /// Set in ``state`` once the link is severed; the rest is twice the number of those who are in it.
  private static let severed = 1

  private let kept: Unmanaged<Container>?
  private let state: Atomic<Int>

  init(_ container: Container?) {
    kept = container.map { .passRetained($0) }
    state = Atomic(container == nil ? Link.severed : 0)
  }

  deinit { sever() }

  /// Lets go of the container when all who ask it have left.
  func sever() {
    if state.bitwiseOr(Link.severed, ordering: .acquiringAndReleasing).oldValue == 0 { kept?.release() }
  }

  /// The container, which stays until the caller has called ``leave()``.
  ///
  /// - Throws: ``ResolutionError`` with code `.closed` when the link is severed.
  @inline(__always)
  func enter(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Unmanaged<Container> {
    var present = state.load(ordering: .relaxed)
    while present & Link.severed == 0, let kept {
      let entered = state.weakCompareExchange(
        expected: present, desired: present + 2, successOrdering: .acquiring, failureOrdering: .relaxed)
      if entered.exchanged { return kept }
      present = entered.original
    }
    throw .closed("the container", key())
  }

  @inline(__always)
  func leave() {
    if state.subtract(2, ordering: .acquiringAndReleasing).newValue == Link.severed { kept?.release() }
  }

  /// The container, held by the caller.
  ///
  /// - Throws: ``ResolutionError`` with code `.closed` when the link is severed.
  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    let container = try enter(for: key())
    defer { leave() }
    return container.takeUnretainedValue()
  }
}
