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
    while true {
      switch lifetime.begin(unlessAwaiting: false) {
      case .alone(let pending):
        shut()
        return try await close(withOthers(pending))
      case .crowded:
        shut()
        return try await closeBegun()
      case .late, .refused:
        switch progress {
        case .own, .over: return
        case .elsewhere: await lifetime.awaitClosing(of: closeOwner)
        // It was taken back.
        case .open: break
        }
      }
    }
  }

  /// Runs the rest of a closing in which nothing is open or being built inside.
  private nonisolated(nonsending) func close(_ pending: PendingCloses) async throws(CloseError) {
    var rest = pending
    rest.runUntilAwaited()
    rest.failures = rest.isDone ? await finishing(rest.failures) : await asClosing { await rest.runAwaited() }
    try CloseError.check(rest.failures, of: closeOwner.description)
  }

  /// Runs a closing that has begun while something is open or being built inside.
  private nonisolated(nonsending) func closeBegun() async throws(CloseError) {
    if putOff() { return }
    try CloseError.check(await asClosing { await closeAll() }, of: closeOwner.description)
  }

  /// Runs the part of a closing that awaits, of which the build or the closing waits that the running task is a part of.
  nonisolated(nonsending) func asClosing(
    _ body: nonisolated(nonsending) () async -> [CloseError.Failure]
  ) async -> [CloseError.Failure] {
    let closing = Build(closing: closeOwner)
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

  private nonisolated(nonsending) func closePutOff() async -> [CloseError.Failure] {
    putOff() ? [] : await asClosing { await closeAll() }
  }

  /// Ends what is being built, closes what is open inside, then the values.
  nonisolated(nonsending) func closeAll() async -> [CloseError.Failure] {
    // None begins meanwhile.
    let builds = lifetime.builds
    for build in builds.compactMap(\.build) { WaitGraph.cancel(build) }
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
