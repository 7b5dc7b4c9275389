// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Closes the container: what is open inside it, then its singletons; each newest first, once, regardless of failures. Then it ends deferred dependencies.
  ///
  /// Open inside are scopes and child containers. A later resolution throws `ResolutionError` with code `.closed`. A second close does nothing.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the container still open: with reason `.unawaited` when a value in it is closed asynchronously,
  ///   `.building` when a value in it is being built, `.running` when it was started and is not stopped; what is open inside counts, too. With reason
  ///   `.closing` when other code is closing it.
  public func close() throws(CloseError) {
    if owner.closing.withRecord({ $0.mayRefuse }), let obstacle = wholeObstacle { throw obstacle }
    guard owner.endForClosing() == nil else { throw CloseError(owner: "the container", .running, []) }
    try closeAtOnce()
  }

  /// Closes the container as the synchronous form does, and awaits what has to be awaited: asynchronous `onClose` closures, builds in progress, which it
  /// cancels, and a closing that other code has begun. Started containers are stopped first, child containers before this one, without a deadline.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in `onClose`.
  ///
  /// - Throws: `CloseError` with every error of `onClose`, and with the error of stopping the container. With the container still open: with reason `.running`
  ///   when a hook of the start or the stop in progress calls it, `.building` when a factory calls it whose value the container keeps.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    let stopFailure = try await stopInside()
    var failures: [CloseError.Failure] = []
    do throws(CloseError) { try await closeAwaiting() } catch {
      guard error.reason == .failed else { throw error }
      failures = error.failures
    }
    if failures.isEmpty, stopFailure == nil { return }
    var error = CloseError(owner: "the container", .failed, failures)
    error.stopFailure = stopFailure
    throw error
  }

  /// Stops the child containers, newest first, then this one.
  ///
  /// - Returns: The last error.
  private nonisolated(nonsending) func stopInside() async throws(CloseError) -> (any Error)? {
    var failure: (any Error)?
    for case let child as Container in owner.closing.withRecord({ $0.parts }) {
      failure = try await child.stopInside() ?? failure
    }
    while let busy = owner.endForClosing() { failure = try await busy.stopForClosing(self) ?? failure }
    return failure
  }

  /// Whether the container, or a parent of it, has closed.
  public var isClosed: Bool { owner.closing.isClosed || parent?.isClosed ?? false }

  /// The same for every request: a container without parents is tested with one load.
  @inline(__always)
  var isShut: Bool { table.isWhole ? table.isShut : isClosed }

  @inline(never)
  func closed(for key: @autoclosure () -> Graph.Key) -> ResolutionError {
    ResolutionError.closed("the container", key()).from(owner.family)
  }
}

extension Container: ClosingWhole {
  package var closeOwner: CloseOwner { .container }

  package func withRecord<Result, Failure: Error>(
    _ body: (borrowing CloseRecord) throws(Failure) -> Result
  ) throws(Failure) -> Result { try owner.closing.withRecord(body) }

  package var obstacle: CloseError? {
    wholeObstacle ?? (owner.isBusy ? CloseError(owner: "the container", .running, []) : nil)
  }

  package func shut() { table.shut() }

  package func unshut() { table.unshut() }

  package func letGoAfterClosing() {
    owner.sever()
    leaveParent()
  }

  private func leaveParent() { parent?.owner.closing.withRecord { $0.forget(seat) } }

  /// Leaves what has to be closed to the parent, and reports it: nobody holds the container any more.
  func drop(inside parent: Container) {
    defer { leaveParent() }
    if owner.closing.isClosed { return }
    let left = LeftBehind(owner.closing, of: .named { "a child container" }, keeping: finder)
    let finding = parent.owner.closing.withRecord {
      left.replace(seat, in: $0, of: "its parent", at: .unknown, help: "close it with try await close()")
    }
    if let finding { owner.report(finding) }
  }
}
