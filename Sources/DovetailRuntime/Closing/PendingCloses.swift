// SPDX-License-Identifier: Apache-2.0

/// One value to close: the action of its bind or member, and where the value lies.
package struct CloseEntry: Sendable {
  private(set) package var action: any CloseAction
  /// `nil` for what is told.
  private let value: Address?
  /// What holds the value.
  private let cell: Cell?

  /// The closing of the value of a cell, or of none.
  package init(_ action: any CloseAction, _ cell: Cell? = nil) { (self.action, self.cell, value) = (action, cell, cell?.ready) }

  /// The closing of a value that its cell does not show yet.
  package init(_ action: any CloseAction, _ value: Address, of cell: Cell) {
    (self.action, self.cell, self.value) = (action, cell, value)
  }

  /// Closes the value, as far as nothing has to be awaited.
  ///
  /// - Returns: What is left to do, which has to be awaited; `nil` when the value is closed.
  func closeUnlessAwaited(_ failures: inout [CloseError.Failure]) -> CloseEntry? {
    defer { withExtendedLifetime(cell) {} }
    guard let rest = action.closeUnlessAwaited(value, &failures) else { return nil }
    var entry = self
    entry.action = rest
    return entry
  }

  /// Closes the value, whose closing has to be awaited, and returns the failures.
  nonisolated(nonsending) func closeAwaited() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(cell) {} }
    return await action.close(value)
  }

  /// Closes the value, whose owner has closed meanwhile, and returns the error of the request.
  package var late: ResolutionError { action.owner.closed(action.step, after: PendingCloses([self]).runNow()) }

  /// The closing of a copy of the value, for code that outlives the owner's values.
  fileprivate var copied: CloseEntry { value.map(action.copied) ?? self }
}

/// The closing of an owner: the entries to run, newest first, and the failures so far. A failure does not skip the entries after it.
package struct PendingCloses: Sendable {
  /// The entries that have not run yet; the last one runs first.
  private(set) var entries: [CloseEntry]
  var failures: [CloseError.Failure] = []

  package init(_ entries: [CloseEntry] = []) { self.entries = entries }

  package var isDone: Bool { entries.isEmpty }

  /// Adds entries that run before all present ones.
  package mutating func append(_ inner: PendingCloses) { if !inner.isDone { entries += inner.entries } }

  /// Runs every entry, and returns the failures. From the first on that has to be awaited, a task runs them in their order, and that one is among the failures.
  package consuming func runNow() -> [CloseError.Failure] {
    var rest = self
    rest.runUntilAwaited(hidingCancellation: false)
    guard let left = rest.left else { return rest.failures }
    // The owner destroys its values meanwhile.
    let copies = PendingCloses(rest.entries.map(\.copied))
    Task { await copies.run() }
    return rest.failures + [left]
  }

  /// The next entry, which code that does not await leaves, as a failure; `nil` when all have run.
  var left: CloseError.Failure? { entries.last.map { CloseError.Failure($0.action.step, error: nil) } }

  /// Runs every entry, and returns the failures. The cancellation of the running task skips none, and shielded entries do not notice it.
  package nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    var rest = self
    while true {
      rest.runUntilAwaited()
      guard let entry = rest.entries.last else { return rest.failures }
      if entry.action.isShielded { return await rest.shielded().value }
      rest.failures += await entry.closeAwaited()
      rest.entries.removeLast()
    }
  }

  /// Runs the entries up to the first that has to be awaited. They need no task, except to hide the cancellation of the running task from a shielded one.
  ///
  /// - Parameter hides: Whether to stop for that; code that does not await cannot.
  mutating func runUntilAwaited(hidingCancellation hides: Bool = true) {
    while let entry = entries.last, !hides || !entry.action.isShielded || !Task.isCancelled {
      entries.removeLast()
      if let rest = entry.closeUnlessAwaited(&failures) { return entries.append(rest) }
    }
  }

  /// Runs the rest in a separate task that is never cancelled. Where the system supports it, the task starts immediately: entries that never suspend have then
  /// ended on return.
  private func shielded() -> Task<[CloseError.Failure], Never> {
    @Sendable func run() async -> [CloseError.Failure] {
      var failures = failures
      for entry in entries.reversed() {
        if let rest = entry.closeUnlessAwaited(&failures) { failures += await rest.closeAwaited() }
      }
      return failures
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await run() } }
    return Task { await run() }
  }
}
