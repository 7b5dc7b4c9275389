// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Closes the container: runs `onClose` of its singletons in reverse order of creation, once, whatever fails, and lets deferred needs go.
  ///
  /// A request that comes later throws ``ResolutionError`` with code `.closed`. Closing again does nothing. Scopes that are still open
  /// answer nothing any more, and close what they made on their own.
  ///
  /// - Throws: ``CloseError`` with everything that `onClose` threw; with reason `.unawaited`, and the container open as before, when
  ///   something in it is closed asynchronously.
  public func close() throws(CloseError) {
    try CloseError.refuse(owner.closing.awaitedStep, of: "the container")
    let closing = owner.closing.begin()
    table.shut()
    let failures = closing.runNow()
    owner.sever()
    try CloseError.check(failures, of: "the container")
  }

  /// Closes the container as the synchronous form does, and awaits what is closed asynchronously.
  ///
  /// That the running task is cancelled keeps nothing from being closed, and does not show in `onClose`.
  ///
  /// - Throws: ``CloseError`` with everything that `onClose` threw.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    let closing = owner.closing.begin()
    table.shut()
    let failures = await closing.run()
    owner.sever()
    try CloseError.check(failures, of: "the container")
  }

  /// Whether the container, or one that it was made over, has closed.
  public var isClosed: Bool { owner.closing.isClosed || blueprint.parent?.isClosed ?? false }

  /// The same for every request: what nobody but this container can close is asked in one place.
  @inline(__always)
  var isShut: Bool { table.isWhole ? table.isShut : isClosed }
}
