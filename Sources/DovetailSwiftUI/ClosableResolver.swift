// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A resolver that somebody owns and closes: a container or an open scope.
public protocol ClosableResolver: Resolver {
  /// Whether it has closed.
  var isClosed: Bool { get }

  /// Closes it, and awaits what has to be awaited. A second close does nothing.
  ///
  /// - Throws: `CloseError` with every error of `onClose`.
  nonisolated(nonsending) func close() async throws(CloseError)
}

extension Container: ClosableResolver {}

extension OpenScope: ClosableResolver {}
