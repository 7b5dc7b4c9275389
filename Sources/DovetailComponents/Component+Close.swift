// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

extension ComponentPart {
  /// Closes the component: runs the `onClose` of its members in reverse order of creation, once, whatever fails.
  ///
  /// A read that comes later throws `ResolutionError` with code `.closed` where the member's factory may throw; where it may not, the
  /// program ends with that text. Closing again does nothing. A component that is never closed simply releases what it shares.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw; and with the component open as before, with reason `.unawaited`, when
  ///   something in it is closed asynchronously.
  public func close() throws(CloseError) { try instances.close(.component(Self.self)) }

  /// Closes the component as the synchronous form does, and awaits what is closed asynchronously.
  ///
  /// That the running task is cancelled keeps nothing from being closed, and does not show in `onClose`.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw.
  public nonisolated(nonsending) func close() async throws(CloseError) { try await instances.close(.component(Self.self)) }

  /// Whether the component has closed.
  public nonisolated var isClosed: Bool { instances.isClosed }
}
