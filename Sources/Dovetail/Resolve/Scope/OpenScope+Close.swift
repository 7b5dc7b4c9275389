// SPDX-License-Identifier: Apache-2.0

extension OpenScope: Closing {
  package var closeOwner: CloseOwner { .scope(kind) }

  package func shut() { _ = users.end() }

  package func unshut() { users.reopen() }

  package func letGoAfterClosing() {
    home.forget(number)
    leave()
  }

  /// Closes the scope: the open scopes inside it, then its values; each newest first, once, regardless of failures. Then it releases everything.
  ///
  /// A later resolution throws `ResolutionError` with code `.closed`. A second close does nothing.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the scope still open: with reason `.unawaited` when a value in it is closed asynchronously,
  ///   `.building` when a value in it is being built; scopes inside count, too. With reason `.closing` when other code is closing it.
  public func close() throws(CloseError) { try closeAtOnce() }

  /// Closes the scope as the synchronous form does, and awaits what has to be awaited: asynchronous `onClose` closures, builds in progress, which it cancels,
  /// and closings that other code has begun.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in an `onClose` that awaits.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the scope still open, and reason `.building`, when a factory calls it whose value the scope
  ///   keeps.
  public nonisolated(nonsending) func close() async throws(CloseError) { try await closeAwaiting() }

  /// Leaves what has to be closed to what the scope was opened in, and reports it: nobody holds the scope any more.
  func drop() {
    outer?.leave()
    let finding = lifetime.dropped(
      closeOwner, in: outer?.name ?? "the container", at: location,
      help: "close it with try await close(), or open it with withScope(…) { scope in … }")
    guard let finding else { return home.forget(number) }
    finding.report(to: container.owner.observers)
  }
}

extension OpenScope {
  /// What the scope was opened in, which closes it before its own values: the scope around it, or else the container.
  var home: Lifetime { outer?.lifetime ?? container.owner.lifetime }

  /// The error of a request to a scope that has closed, with it or with what it was opened in: it names the container, or the innermost scope that has.
  func closed(for key: Graph.Key) -> ResolutionError {
    if container.isClosed { return container.owner.closed(key) }
    var scope = self
    while !scope.users.hasEnded, let outer = scope.outer { scope = outer }
    return .closed(scope.name, key).from(container.owner.family)
  }
}
