// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

extension ComponentPart {
  /// Closes the component: runs the `onClose` of its members in reverse order of creation, once.
  ///
  /// A read that comes later throws `ResolutionError` with code `.closed` where the member's factory may throw; where it may not, the
  /// program ends with that text. Closing again does nothing. A component that is never closed simply releases what it shares.
  public func close() {
    instances.close()
  }

  /// Whether the component has closed.
  public nonisolated var isClosed: Bool { instances.isClosed }
}
