// SPDX-License-Identifier: Apache-2.0

/// What closes as a whole, with all that was made and opened in it: a container, an open scope, a component.
package protocol Closing: AnyObject, Sendable {
  var lifetime: Lifetime { get }

  var closeOwner: CloseOwner { get }

  /// Whether it was started and is not stopped: then only code that awaits closes it.
  var isBusy: Bool { get }

  /// Refuses new requests: the closing has begun.
  func shut()

  /// Admits requests again: the closing was refused.
  func unshut()

  /// Values that lie elsewhere and close before its own: each is handed out once.
  func takeOthers() -> PendingCloses

  /// Lets go of everything: all is closed.
  func letGoAfterClosing()

  /// Stops what was started since the container around it was stopped.
  ///
  /// - Returns: The failures.
  nonisolated(nonsending) func stopLate() async -> [CloseError.Failure]
}

extension Closing {
  package func takeOthers() -> PendingCloses { PendingCloses() }

  package nonisolated(nonsending) func stopLate() async -> [CloseError.Failure] { [] }

  package var isBusy: Bool { false }

  /// What prevents it from being closed by code that does not await; `nil` when nothing does, or when this code is a part of the closing.
  package var obstacle: CloseError? {
    switch progress {
    case .open: if let obstacle = obstacleInside { return obstacle }
    case .elsewhere: return CloseError(owner: closeOwner.description, .closing, [])
    case .own, .over: break
    }
    return running
  }

  private var running: CloseError? { isBusy ? CloseError(owner: closeOwner.description, .running, []) : nil }

  /// How far the closing is. It waits for this code when something inside does that closes already, too.
  var progress: Lifetime.Progress {
    let progress = lifetime.progress
    return progress == .elsewhere && ownClosing != nil ? .own : progress
  }

  /// What is open inside and whose closing waits for this code.
  var ownClosing: (any Closing)? {
    for part in lifetime.parts {
      if let own = part.lifetime.progress == .own ? part : part.ownClosing { return own }
    }
    return nil
  }

  private var obstacleInside: CloseError? {
    if let obstacle = ownObstacle { return obstacle }
    for part in lifetime.parts { if let obstacle = part.obstacle { return obstacle.of(closeOwner.description) } }
    return nil
  }

  private var ownObstacle: CloseError? {
    let owner = closeOwner.description
    if let step = lifetime.awaitedStep {
      return CloseError(owner: owner, .unawaited, [CloseError.Failure(step, error: nil)])
    }
    return lifetime.builds.first.map(building)
  }

  private func building(_ build: BuildNote) -> CloseError {
    CloseError(owner: closeOwner.description, .building, [CloseError.Failure(build.source.step, error: nil, isBeingBuilt: true)])
  }

  /// Refuses code that is itself a part of a build here or inside: the closing would wait for that, and that for the closing.
  package func refuseBuilder() throws(CloseError) {
    guard let node = Build.current?.node else { return }
    if let build = lifetime.builds.first(where: { WaitGraph.waits(from: $0.node, to: node) }) { throw building(build) }
    for part in lifetime.parts {
      do throws(CloseError) { try part.refuseBuilder() } catch { throw error.of(closeOwner.description) }
    }
  }

  /// Closes, by code that does not await.
  ///
  /// - Throws: `CloseError`, with nothing closed when something would have to be awaited.
  package func closeAtOnce() throws(CloseError) {
    guard lifetime.begin(ifSimple: true) else {
      return try CloseError.check(claim()?.close() ?? [], of: closeOwner.description)
    }
    shut()
    try CloseError.check(finish(rest().runNow()), of: closeOwner.description)
  }

  /// Closes, by code that does not await and has no second chance: it waits for other threads, and leaves to a task what has to be awaited.
  ///
  /// - Throws: `CloseError` with every error and with what was left; with reason `.closing` when a task runs a closing.
  package func closeForGood() throws(CloseError) {
    while true {
      do throws(CloseError) { return try closeAtOnce() } catch {
        switch error.reason {
        // What a task builds or closes cannot be waited for here, nor what waits for this thread.
        case .building where isBuiltByThreads, .closing where isClosedByThreads: continue
        case .closing where !lifetime.isClosed:
          // What is inside closes elsewhere, and this after it.
          try closeLeaving([])
          if lifetime.progress != .over { throw error }
          return
        case .failed, .closing: throw error
        default: return try closeLeaving(error.failures)
        }
      }
    }
  }

  /// Closes, and leaves to a task what has to be awaited: that is among the failures.
  private func closeLeaving(_ failures: [CloseError.Failure]) throws(CloseError) {
    var failures = failures
    if lifetime.begin() {
      shut()
      if lifetime.isCrowded { leave { await self.closeAll() } } else { failures = finishLeaving() }
    }
    try CloseError.check(failures, of: closeOwner.description)
  }

  /// Leaves the rest of a closing to a task: a detached one, because it is no part of what the running task builds, for which what is being built here may wait.
  private func leave(_ rest: @escaping @Sendable () async -> [CloseError.Failure]) {
    lifetime.pass(to: Build(.closing(closeOwner)))
    Task.detached { await self.asClosing(rest) }
  }

  /// Closes the values, and ends the closing. From the first value on that has to be awaited, a task does that, in their order.
  ///
  /// - Returns: The failures, with that value.
  private func finishLeaving(after failures: [CloseError.Failure] = []) -> [CloseError.Failure] {
    var values = rest(after: failures)
    values.runUntilAwaited(hidingCancellation: false)
    guard let left = values.left else { return finish(values.failures) }
    leave { [values] in await values.run() }
    return values.failures + [left]
  }

  /// Waits for the builds that other threads run, here and inside.
  ///
  /// - Returns: `false` when a task runs one, or one waits for this thread.
  private var isBuiltByThreads: Bool {
    lifetime.builds.allSatisfy { $0.build == nil && lifetime.isEnded($0) } && lifetime.parts.allSatisfy { $0.isBuiltByThreads }
  }

  /// Waits for the closings that other threads run, here and inside.
  ///
  /// - Returns: `false` when a task runs one.
  private var isClosedByThreads: Bool {
    lifetime.parkUntilClosed(closeOwner) && lifetime.parts.allSatisfy { $0.isClosedByThreads }
  }

  /// Begins to close, by code that does not await, with everything that is open inside; changes nothing when something has to be awaited.
  ///
  /// - Returns: `nil` when it has closed already, this code is a part of the closing, or the closing is put off.
  private func claim() throws(CloseError) -> ClosingClaim? {
    repeat {
      if let obstacle { throw obstacle }
      if progress == .own || progress == .over { return nil }
      // Another closing may begin after the look, or be taken back.
    } while !lifetime.begin()
    shut()
    if putOff() { return nil }
    // Work may have begun since the look, and other closings inside. None begins from now on.
    var claim = ClosingClaim(whole: self)
    do throws(CloseError) {
      if let obstacle = ownObstacle ?? running { throw obstacle }
      for part in lifetime.parts { if let inner = try part.claim() { claim.inside.append(inner) } }
    } catch {
      claim.takeBack()
      throw error.of(closeOwner.description)
    }
    return claim
  }

  /// The values, which close after what was open inside.
  func rest(after failures: [CloseError.Failure] = []) -> PendingCloses {
    var pending = lifetime.takeEntries()
    pending.append(takeOthers())
    pending.failures = failures
    return pending
  }

  /// Lets everything go, and runs the closings that were put off until now.
  ///
  /// - Returns: All failures.
  fileprivate func finish(_ failures: [CloseError.Failure]) -> [CloseError.Failure] {
    letGoAfterClosing()
    var failures = failures
    for follower in lifetime.finish() { failures += follower.closePutOff() }
    return failures
  }
}

// Closings that hooks have begun of what their owner was opened in: those wait until the owner has closed.
extension Closing {
  /// Puts a closing that has begun off, when this code is a part of a closing inside: that one runs it when it has ended.
  ///
  /// - Returns: Whether it is put off.
  func putOff() -> Bool {
    guard let inside = ownClosing else { return false }
    lifetime.pass(to: Build(.closing(closeOwner)))
    if inside.lifetime.precede(self, of: inside.closeOwner) { return true }
    lifetime.passToThread()
    return false
  }

  fileprivate func closePutOff() -> [CloseError.Failure] {
    if putOff() { return [] }
    lifetime.passToThread()
    var failures: [CloseError.Failure] = []
    for part in lifetime.parts {
      do throws(CloseError) { try part.closeForGood() } catch {
        let own = CloseError.Failure(.unbound(part.closeOwner.description), error: error)
        failures += error.failures.isEmpty ? [own] : error.failures
      }
    }
    // What is inside may be closing elsewhere, and close later than this thread can wait.
    if lifetime.builds.isEmpty, lifetime.parts.allSatisfy(\.lifetime.isEnded) { return finishLeaving(after: failures) }
    leave { await self.closeAll() }
    return failures
  }
}

/// A closing that has begun, by code that does not await: of one owner and of all that was open inside, newest first.
private struct ClosingClaim {
  let whole: any Closing
  var inside: [ClosingClaim] = []

  /// Closes what is inside first.
  func close() -> [CloseError.Failure] { whole.finish(whole.rest(after: inside.flatMap { $0.close() }).runNow()) }

  /// Leaves everything open.
  func takeBack() {
    for claim in inside { claim.takeBack() }
    whole.unshut()
    whole.lifetime.reopen()
  }
}
