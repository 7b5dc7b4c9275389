// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Closes the container: runs `onClose` of its singletons in reverse order of creation, once, whatever fails, and lets deferred needs go.
  ///
  /// A request that comes later throws `ResolutionError` with code `.closed`. Closing again does nothing. Scopes that are still open
  /// answer nothing any more, and close what they made on their own.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw; and with the container open as before: with reason `.unawaited` when
  ///   something in it is closed asynchronously, with reason `.running` when it was started and is not stopped.
  public func close() throws(CloseError) {
    try CloseError.refuse(owner.closing.awaitedStep, of: "the container")
    guard parts.endForClosing() == nil else { throw CloseError(owner: "the container", .running, []) }
    let closing = owner.closing.begin()
    table.shut()
    let failures = closing.runNow()
    owner.sever()
    try CloseError.check(failures, of: "the container")
  }

  /// Closes the container as the synchronous form does, and awaits what is closed asynchronously. A container that was started is stopped
  /// first, without a deadline.
  ///
  /// That the running task is cancelled keeps nothing from being closed, and does not show in `onClose`.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw, and with what failed when the container was stopped; with reason
  ///   `.running`, and the container open as before, when a hook of the start or the stop that is on its way asks for it.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    let stopFailure = try await stopForClosing()
    let closing = owner.closing.begin()
    table.shut()
    let failures = await closing.run()
    owner.sever()
    if failures.isEmpty, stopFailure == nil { return }
    var error = CloseError(owner: "the container", .failed, failures)
    error.stopFailure = stopFailure
    throw error
  }

  /// - Returns: What failed when the container was stopped.
  private nonisolated(nonsending) func stopForClosing() async throws(CloseError) -> (any Error)? {
    var failure: (any Error)?
    while let busy = parts.endForClosing() {
      if let failed = try await busy.stopForClosing(self) { failure = failed }
    }
    return failure
  }

  /// Whether the container, or one that it was made over, has closed.
  public var isClosed: Bool { owner.closing.isClosed || blueprint.parent?.isClosed ?? false }

  /// The same for every request: what nobody but this container can close is asked in one place.
  @inline(__always)
  var isShut: Bool { table.isWhole ? table.isShut : isClosed }
}
