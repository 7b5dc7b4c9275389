// SPDX-License-Identifier: Apache-2.0

/// What closes as a whole, with all that was made and opened in it: a container, an open scope, a component.
package protocol Closing: AnyObject, Sendable {
  var lifetime: Lifetime { get }

  var closeOwner: CloseOwner { get }

  /// What prevents it from being closed by code that does not await; `nil` when nothing does.
  var obstacle: CloseError? { get }

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

  private var closingElsewhere: CloseError { CloseError(owner: closeOwner.description, .closing, []) }

  /// What prevents it from being closed by code that does not await; `nil` when nothing does, or when this code is a part of the closing.
  package var obstacle: CloseError? { wholeObstacle }

  package var wholeObstacle: CloseError? {
    switch progress {
    case .open: obstacleInside
    case .own, .over: nil
    case .elsewhere: closingElsewhere
    }
  }

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
    do throws(CloseError) { try closeAfterThreads() } catch {
      if error.reason == .failed || error.reason == .closing { throw error }
      guard lifetime.begin() else { return try CloseError.check(error.failures, of: closeOwner.description) }
      shut()
      if !lifetime.isCrowded { return try CloseError.check(finish(rest().runNow()), of: closeOwner.description) }
      lifetime.pass(to: Build(.closing(closeOwner)))
      // Detached, because it is no part of what the running task builds: what is being built here may wait for that.
      Task.detached { await self.asClosing { await self.closeAll() } }
      try CloseError.check(error.failures, of: closeOwner.description)
    }
  }

  /// Closes as ``closeAtOnce()`` does, after the builds and closings of other threads have ended.
  private func closeAfterThreads() throws(CloseError) {
    while true {
      do throws(CloseError) { return try closeAtOnce() } catch {
        // What a task builds or closes cannot be waited for here, nor what waits for this thread.
        switch error.reason {
        case .building where lifetime.builds.allSatisfy({ $0.build == nil && lifetime.isEnded($0) }): continue
        case .closing where isClosedByThreads: continue
        default: throw error
        }
      }
    }
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
    var inside: [ClosingClaim] = []
    do throws(CloseError) {
      if let obstacle = ownObstacle { throw obstacle }
      for part in lifetime.parts { if let claim = try part.claim() { inside.append(claim) } }
    } catch {
      for claim in inside { claim.takeBack() }
      takeBack()
      throw error.of(closeOwner.description)
    }
    return ClosingClaim(whole: self, inside: inside)
  }

  /// Closes what was claimed.
  fileprivate func close(after inside: [ClosingClaim]) -> [CloseError.Failure] {
    finish(rest(after: inside.flatMap { $0.close() }).runNow())
  }

  /// The values, which close after what was open inside.
  func rest(after failures: [CloseError.Failure] = []) -> PendingCloses {
    var pending = lifetime.takeEntries()
    pending.append(takeOthers())
    pending.failures = failures
    return pending
  }

  func takeBack() {
    unshut()
    lifetime.reopen()
  }

  /// Lets everything go, and runs the closings that were put off until now.
  ///
  /// - Returns: All failures.
  private func finish(_ failures: [CloseError.Failure]) -> [CloseError.Failure] {
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
    return inside.lifetime.precede(self, of: inside.closeOwner)
  }

  fileprivate func closePutOff() -> [CloseError.Failure] {
    if putOff() { return [] }
    lifetime.passToThread()
    var failures: [CloseError.Failure] = []
    for part in lifetime.parts { do throws(CloseError) { try part.closeForGood() } catch { failures += error.failures } }
    return finish(rest(after: failures).runNow())
  }
}

/// A closing that has begun, by code that does not await: of one owner and of all that was open inside, newest first.
private struct ClosingClaim {
  let whole: any Closing
  let inside: [ClosingClaim]

  func close() -> [CloseError.Failure] { whole.close(after: inside) }

  /// Leaves everything open.
  func takeBack() {
    for claim in inside { claim.takeBack() }
    whole.takeBack()
  }
}
