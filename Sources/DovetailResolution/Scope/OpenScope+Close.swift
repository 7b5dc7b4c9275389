// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

extension OpenScope: ClosingWhole {
  package var closeOwner: CloseOwner { .scope(kind) }

  package func withRecord<Result, Failure: Error>(
    _ body: (borrowing CloseRecord) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(record) }

  package func shut() { _ = users.end() }

  package func unshut() { users.reopen() }

  package func letGoAfterClosing() {
    leaveHome()
    leave()
  }
}

extension OpenScope {
  /// Closes the scope: the open scopes inside it, then its values; each newest first, once, regardless of failures. Then it releases everything.
  ///
  /// A later resolution throws `ResolutionError` with code `.closed`. A second close does nothing.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the scope still open: with reason `.unawaited` when a value in it is closed asynchronously,
  ///   `.building` when a value in it is being built; scopes inside count, too. With reason `.closing` when other code is closing it.
  public func close() throws(CloseError) {
    guard case .alone(let pending) = record.begin(unlessAwaiting: true) else { return try closeAtOnce() }
    try close(alone: pending)
  }

  /// Closes the scope as the synchronous form does, and awaits what has to be awaited: asynchronous `onClose` closures, builds in progress, which it cancels,
  /// and closings that other code has begun.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in `onClose`.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the scope still open, and reason `.building`, when a factory calls it whose value the scope
  ///   keeps.
  @inlinable
  public nonisolated(nonsending) func close() async throws(CloseError) {
    if let rest = try closeUntilAwaited() { try await close(rest) }
  }

  /// Closes the scope at the end of a closure that does not await; waits for the builds of other threads.
  @usableFromInline
  func closeAtEnd() throws(CloseError) {
    guard case .alone(let pending) = record.begin(unlessAwaiting: true) else { return try closeAfterThreads() }
    try close(alone: pending)
  }

  private func close(alone pending: PendingCloses) throws(CloseError) {
    shut()
    let failures = pending.runNow()
    letGoAfterClosing()
    record.finish()
    try CloseError.check(failures, of: name)
  }

  /// What is left of a closing that has to await something.
  @usableFromInline
  enum Rest {
    case entries(PendingCloses)
    /// What is open or being built inside comes first.
    case crowd
    /// Another closing has begun.
    case other
  }

  /// Closes the scope up to the first awaited entry; most scopes have none. Its callers have inlined ``close()``, so that those scopes begin no asynchronous
  /// function.
  ///
  /// - Returns: The rest of the closing; `nil` when there is none.
  @usableFromInline
  func closeUntilAwaited() throws(CloseError) -> Rest? {
    switch record.begin(unlessAwaiting: false) {
    case .alone(var pending):
      shut()
      pending.runUntilAwaited()
      if !pending.isDone { return .entries(pending) }
      finish()
      try CloseError.check(pending.failures, of: name)
      return nil
    case .crowded:
      shut()
      return .crowd
    case .late, .refused: return .other
    }
  }

  /// Closes the rest that ``closeUntilAwaited()`` has left.
  @usableFromInline
  nonisolated(nonsending) func close(_ rest: Rest) async throws(CloseError) {
    switch rest {
    case .entries(let pending): try await close(pending)
    case .crowd: try await closeBegun()
    case .other: try await closeAwaiting()
    }
  }

  /// Lets go of everything without closing it: nobody holds the scope any more. What has to be closed is left to what the scope was opened in, and reported.
  @inline(never)
  func drop() {
    let left = seat.isTaken ? LeftBehind(copying: record, of: closeOwner) : nil
    letGo()
    guard let left else { return }
    let finding = withHome {
      left.replace(
        seat, in: $0, of: outer?.name ?? "the container", at: location,
        help: "close it with try await close(), or open it with withScope(…) { scope in … }")
    }
    leaveHome()
    if let finding { container.owner.report(finding) }
  }

  /// Closes a scope that nobody else holds. What has to be awaited is left to a task, and among the failures.
  func abandon() -> [CloseError.Failure] {
    guard case .alone(let pending) = record.begin(unlessAwaiting: false) else { return [] }
    shut()
    defer { finish() }
    return pending.runNow()
  }
}

// What the scope was opened in, and closes before: the scope around it, or else the container.
extension OpenScope {
  private func withHome<Result>(_ body: (borrowing CloseRecord) -> Result) -> Result {
    if let outer { return body(outer.record) }
    return container.owner.closing.withRecord(body)
  }

  /// Makes the scope known to what it was opened in, which closes it first. A scope in which nothing has to be closed need not be known.
  @inline(__always)
  func join(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) {
    if !seat.isTaken, !joinHome() { throw closed(for: key()) }
  }

  /// - Returns: Whether it is known; `false` when the closing of its home has begun.
  @inline(never)
  private func joinHome() -> Bool {
    guard withHome({ $0.adopt(self, in: seat, number, isHeld: runs.load(ordering: .relaxed)) }) else { return false }
    // Somebody may close this scope from now on.
    if let outer, !outer.seat.isTaken { return outer.joinHome() }
    return true
  }

  @inline(__always)
  func leaveHome() { if seat.isTaken { withHome { $0.forget(seat) } } }

  /// The error of a request to a scope that has closed, with it or with what it was opened in: it names the container, or the innermost scope that has.
  func closed(for key: Graph.Key) -> ResolutionError {
    if container.isClosed { return container.closed(for: key) }
    var scope = self
    while !scope.users.hasEnded, let outer = scope.outer { scope = outer }
    return .closed(scope.name, key)
  }
}
