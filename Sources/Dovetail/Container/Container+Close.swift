// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Closes the container: runs `onClose` of its singletons in reverse order of creation, once, and lets deferred needs go.
  ///
  /// A request that comes later throws ``ResolutionError`` with code `.closed`. Closing again does nothing. Scopes that are still open
  /// close on their own.
  public func close() {
    owner.closing.close()
    owner.sever()
  }

  /// Whether the container, or one that it was made over, has closed.
  public var isClosed: Bool { owner.closing.isClosed || blueprint.parent?.isClosed ?? false }
}
