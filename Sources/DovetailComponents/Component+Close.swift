// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

extension ComponentPart {
  /// Closes the component: runs the `onClose` of its members in reverse order of creation, once, whatever fails.
  ///
  /// A later read throws `ResolutionError` with code `.closed` if the member's factory may throw; otherwise the program ends with that text. A second close
  /// does nothing. A component that is never closed simply releases its shared values. Inside `withOverrides(_:)`, what was made there closes first.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With reason `.unawaited`, and the component still open, when a value in it is closed asynchronously.
  public func close() throws(CloseError) {
    let instances = instances
    instances.note(closer: Self.self)
    if !Detours.isQuiet { try CloseError.refuse(Overlay.awaitedStep(of: instances), of: instances.name(closedBy: Self.self)) }
    try instances.closeAtOnce()
  }

  /// Closes the component as the synchronous form does, and awaits the asynchronous `onClose` closures.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in `onClose`.
  ///
  /// - Throws: `CloseError` with every error of `onClose`.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    let instances = instances
    instances.note(closer: Self.self)
    try await instances.closeAwaiting()
  }

  /// Whether the component has closed.
  public nonisolated var isClosed: Bool { instances.isClosed }
}
