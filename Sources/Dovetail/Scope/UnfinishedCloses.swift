// SPDX-License-Identifier: Apache-2.0

/// The rest of a scope's closing, which has to be awaited.
@usableFromInline
final class UnfinishedCloses: Sendable {
  private let closing: PendingCloses
  private let scope: OpenScope
  private let failures: [CloseError.Failure]

  /// - Parameters:
  ///   - scope: The scope, which the caller has entered for this.
  ///   - failures: The failures so far.
  @inline(never)
  init(_ closing: PendingCloses, of scope: OpenScope, _ failures: [CloseError.Failure]) {
    self.closing = closing
    self.scope = scope
    self.failures = failures
  }

  deinit { scope.leave() }

  /// Closes the rest, even when the running task is cancelled.
  ///
  /// - Throws: `CloseError` with every error of `onClose`, also the earlier ones.
  @usableFromInline
  nonisolated(nonsending) func close() async throws(CloseError) {
    var all = failures
    all.add(await closing.runAwaited())
    try CloseError.check(all, of: scope.name)
  }
}
