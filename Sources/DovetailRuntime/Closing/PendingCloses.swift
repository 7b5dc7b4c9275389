// SPDX-License-Identifier: Apache-2.0

/// The closing of an owner: the entries to run, newest first, and the failures so far. A failure does not skip the entries after it.
@usableFromInline
package struct PendingCloses: Sendable {
  /// The entries that have not run yet; the last one runs first.
  @usableFromInline package var entries: [CloseEntry]
  /// The objects that must live until all entries have run: a closing value may use one without an entry.
  @usableFromInline package var kept: [any AnyObject & Sendable]
  @usableFromInline package var failures: [CloseError.Failure] = []

  @inlinable
  package init(_ entries: [CloseEntry] = [], keeping kept: [any AnyObject & Sendable] = []) {
    self.entries = entries
    self.kept = kept
  }

  @inlinable package var isDone: Bool { entries.isEmpty }

  /// Adds entries that run before all present ones.
  package mutating func append(_ inner: PendingCloses) {
    entries += inner.entries
    kept += inner.kept
  }

  /// Runs every entry, and returns the failures. What has to be awaited is left to a task, and among the failures.
  @inlinable
  package consuming func runNow() -> [CloseError.Failure] {
    if !isDone { runAll() }
    return failures
  }

  @usableFromInline
  package mutating func runAll() {
    defer { withExtendedLifetime(kept) {} }
    for entry in entries.reversed() where !entry.closeUnlessAwaited(&failures) { failures += entry.leave() }
  }

  /// Runs every entry, and returns the failures. The cancellation of the running task skips none, and shielded entries do not notice it.
  package nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    var rest = self
    rest.runUntilAwaited()
    return await rest.runAwaited()
  }

  /// Runs the entries up to the first that has to be awaited. They need no task, except to hide the cancellation of the running task from a shielded one.
  @inlinable
  package mutating func runUntilAwaited() {
    while let entry = entries.last, !entry.isShielded || !Task.isCancelled, entry.closeUnlessAwaited(&failures) {
      entries.removeLast()
    }
  }

  /// Runs the rest that ``runUntilAwaited()`` has left, and returns all failures.
  package nonisolated(nonsending) func runAwaited() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(kept) {} }
    var rest = self
    while let entry = rest.entries.last {
      if entry.isShielded { return await rest.shielded().value }
      rest.failures += await entry.closeAwaited()
      rest.entries.removeLast()
      rest.runUntilAwaited()
    }
    return rest.failures
  }

  /// Runs the rest in a separate task that is never cancelled. Where the system supports it, the task starts immediately: entries that never suspend have then
  /// ended on return.
  private func shielded() -> Task<[CloseError.Failure], Never> {
    @Sendable func run() async -> [CloseError.Failure] {
      var failures = failures
      for entry in entries.reversed() where !entry.closeUnlessAwaited(&failures) { failures += await entry.closeAwaited() }
      return failures
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await run() } }
    return Task { await run() }
  }
}
