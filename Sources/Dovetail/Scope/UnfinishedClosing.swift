// SPDX-License-Identifier: Apache-2.0

/// What is left of an open scope that is being closed: something has to be awaited.
@usableFromInline
final class UnfinishedClosing: Sendable {
  private let closing: Closing
  private let scope: OpenScope
  private let failures: [CloseError.Failure]

  /// - Parameters:
  ///   - scope: The scope, which the caller has entered for this.
  ///   - failures: What failed so far.
  @inline(never)
  init(_ closing: Closing, of scope: OpenScope, _ failures: [CloseError.Failure]) {
    self.closing = closing
    self.scope = scope
    self.failures = failures
  }

  deinit { scope.leave() }

  /// Closes it, whether the running task is cancelled or not.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw, before as well.
  @usableFromInline
  nonisolated(nonsending) func close() async throws(CloseError) {
    var all = failures
    all.add(await closing.runAwaited())
    try CloseError.check(all, of: scope.name)
  }
}
