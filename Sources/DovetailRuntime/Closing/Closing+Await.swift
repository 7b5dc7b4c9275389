// SPDX-License-Identifier: Apache-2.0

// The closing that awaits.
extension Closing {
  /// Closes, and awaits what has to be awaited. When a closing has begun elsewhere, waits for its end.
  ///
  /// - Parameter isInside: Whether something closes in which this was opened: then what is being built here was looked at before.
  /// - Throws: `CloseError`.
  package nonisolated(nonsending) func closeAwaiting(isInside: Bool = false) async throws(CloseError) {
    // Before it begins, so that nobody is refused because of a closing that is refused.
    if !isInside, !lifetime.isClosed { try refuseBuilder() }
    while !lifetime.begin() {
      switch progress {
      case .own, .over: return
      case .elsewhere: await lifetime.awaitClosing(of: closeOwner)
      // It was taken back.
      case .open: break
      }
    }
    shut()
    try CloseError.check(await closeBegun(), of: closeOwner.description)
  }

  /// Runs a closing that has begun.
  private nonisolated(nonsending) func closeBegun() async -> [CloseError.Failure] {
    if lifetime.isCrowded { return await closePutOff() }
    var values = rest()
    values.runUntilAwaited()
    return values.isDone ? await finishing(values.failures) : await asClosing { await values.run() }
  }

  /// Runs the part of a closing that awaits, of which the build or the closing waits that the running task is a part of.
  nonisolated(nonsending) func asClosing(
    _ body: nonisolated(nonsending) () async -> [CloseError.Failure]
  ) async -> [CloseError.Failure] {
    let closing = Build(.closing(closeOwner))
    lifetime.pass(to: closing)
    if let outer = Build.current { lifetime.note(Waiter(partOf: outer), closeOwner) }
    return await finishing(Build.$current.withValue(closing) { await body() })
  }

  /// Lets everything go, and runs the closings that were put off until now.
  ///
  /// - Returns: All failures.
  private nonisolated(nonsending) func finishing(_ failures: [CloseError.Failure]) async -> [CloseError.Failure] {
    letGoAfterClosing()
    var failures = failures
    for follower in lifetime.finish() { failures += await follower.closePutOff() }
    return failures
  }

  /// Runs a closing, unless it is put off again.
  private nonisolated(nonsending) func closePutOff() async -> [CloseError.Failure] {
    putOff() ? [] : await asClosing { await closeAll() }
  }

  /// Ends what is being built, closes what is open inside, then the values.
  nonisolated(nonsending) func closeAll() async -> [CloseError.Failure] {
    // None begins meanwhile.
    let builds = lifetime.builds
    for build in builds.compactMap(\.build) { build.state.withLock { $0.task }?.cancel() }
    // A build that has come to wait for this closing is left alone: its value is closed when it is made.
    for build in builds { await lifetime.awaitEnd(of: build) }
    var failures: [CloseError.Failure] = []
    for part in lifetime.parts { failures += await part.closeInside() }
    return await rest(after: failures).run()
  }

  /// Closes what is inside another owner, or awaits the end of its closing.
  private nonisolated(nonsending) func closeInside() async -> [CloseError.Failure] {
    var failures = await stopLate()
    do throws(CloseError) { try await closeAwaiting(isInside: true) } catch { failures += error.failures }
    return failures
  }
}
