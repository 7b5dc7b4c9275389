// SPDX-License-Identifier: Apache-2.0

/// Keeps a container alive for its deferred needs, until it closes. So instances that hold providers never keep a closed container.
///
/// Requests enter and leave. The last one to leave a severed link releases the container.
// SAFETY: the container is released once: by the last one to leave after the link was severed; all later calls of `enter` fail.
final class Link: @unchecked Sendable {
  private let kept: Unmanaged<Container>?
  private let users: UsageCount

  init(_ container: Container?) {
    kept = container.map { .passRetained($0) }
    users = UsageCount(ended: container == nil)
  }

  deinit { sever() }

  /// Releases the container after the last request has left.
  func sever() { if users.end() { leave() } }

  /// The container, which stays until the caller has called ``leave()``.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when the link is severed.
  @inline(__always)
  func enter(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Unmanaged<Container> {
    guard likely(users.enter()), let kept else { throw .closed("the container", key()) }
    return kept
  }

  @inline(__always)
  func leave() { if unlikely(users.leave()) { kept?.release() } }

  /// The container, held by the caller.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when the link is severed.
  func container(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> Container {
    let container = try enter(for: key())
    defer { leave() }
    return container.takeUnretainedValue()
  }
}
