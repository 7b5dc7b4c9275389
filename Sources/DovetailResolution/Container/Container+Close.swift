// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Closes the container: runs `onClose` of its singletons in reverse order of creation, once, regardless of failures, and ends deferred needs.
  ///
  /// A later request throws `ResolutionError` with code `.closed`. A second close does nothing. Scopes that are still open answer no more requests, and close
  /// their values separately.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the container still open: with reason `.unawaited` when a value in it is closed asynchronously,
  ///   with reason `.running` when it was started and is not stopped.
  public func close() throws(CloseError) {
    try CloseError.refuse(owner.closing.awaitedStep, of: "the container")
    guard owner.endForClosing() == nil else { throw CloseError(owner: "the container", .running, []) }
    let closing = owner.closing.begin()
    table.shut()
    let failures = closing.runNow()
    owner.sever()
    try CloseError.check(failures, of: "the container")
  }

  /// Closes the container as the synchronous form does, and awaits the asynchronous `onClose` closures. A started container is stopped first, without a
  /// deadline.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in `onClose`.
  ///
  /// - Throws: `CloseError` with every error of `onClose`, and with the error of stopping the container; with reason `.running`, and the container still open,
  ///   when a hook of the start or the stop in progress calls it.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    var stopFailure: (any Error)?
    while let busy = owner.endForClosing() { stopFailure = try await busy.stopForClosing(self) ?? stopFailure }
    let closing = owner.closing.begin()
    table.shut()
    let failures = await closing.run()
    owner.sever()
    if failures.isEmpty, stopFailure == nil { return }
    var error = CloseError(owner: "the container", .failed, failures)
    error.stopFailure = stopFailure
    throw error
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
