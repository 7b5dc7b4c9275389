// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Container {
  /// Builds what is eager, asynchronous or has hooks, and runs `onStart`, each as soon as what it needs is up; independent binds at the same
  /// time.
  ///
  /// Takes what the container itself shares; a container that this one was made over is started on its own. When something fails, runs out
  /// of time or the running task is cancelled, what is still running is cancelled, and what had started is stopped again, in reverse. A hook
  /// that does not return although it is cancelled is named and left behind.
  ///
  /// Called again while it starts, this waits for that start, whose limits and whose cancellation hold; called on a container that runs, it
  /// does nothing. After a start that failed it may be tried again.
  ///
  /// - Parameters:
  ///   - deadline: How long all of it may take, without rolling back; `nil` for as long as it takes.
  ///   - each: How long one factory or hook may take, unless the bind says so itself.
  ///   - rollback: How long it may take to end what runs and to stop what had started when the start fails.
  ///   - clock: Measures all of these.
  /// - Throws: ``/DovetailLifecycle/LifecycleError`` with the cause and everything that failed when rolling back.
  public func start(
    deadline: Duration? = nil, each: Duration? = nil, rollback: Duration? = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(LifecycleError) {
    let limits = LifecycleLimits(total: deadline, each: each, rollback: rollback, clock: clock)
    if lifecycle.isReentered { throw LifecycleError(starting: .reentered) }
    if isClosed { throw LifecycleError(starting: .closed) }
    if Task.isCancelled { throw LifecycleError(starting: .cancelled) }
    let ending: Lifecycle.Ending
    switch lifecycle.enterStart(self, limits) {
    case .nothing: return
    case .refused(let error): throw error
    case .wait(let run, isOwn: false): ending = await run.value
    case .wait(let run, isOwn: true):
      ending = await withTaskCancellationHandler {
        await run.value
      } onCancel: {
        lifecycle.cancelStart()
      }
    }
    if let error = ending.start { throw error }
  }

  /// Runs `onStop` of everything that was started, each as soon as what needs it is down; independent binds at the same time.
  ///
  /// No hook is skipped, whatever fails, runs out of time or is cancelled: at the deadline what runs is cancelled and left behind, and what
  /// had to wait for it is begun and not waited for. That the running task is cancelled changes nothing.
  ///
  /// A start that is on its way is told to end and is rolled back. Called again, this waits for the stop that is on its way, or does
  /// nothing. A container that was stopped stays so. It is not closed: it still answers requests until `close()`.
  ///
  /// - Parameters:
  ///   - deadline: How long all of it may take; `nil` for as long as it takes.
  ///   - each: How long one hook may take, unless the bind says so itself.
  ///   - clock: Measures both.
  /// - Throws: ``/DovetailLifecycle/LifecycleError`` with everything that failed. The container is stopped all the same.
  public func stop(
    deadline: Duration? = nil, each: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(LifecycleError) {
    if lifecycle.isReentered { throw LifecycleError(stopping: .reentered) }
    let limits = LifecycleLimits(total: deadline, each: each, rollback: deadline, clock: clock)
    guard case .wait(let run, _) = lifecycle.enterStop(self, limits) else { return }
    if let error = await run.value.stop { throw error }
  }

  /// Starts the container, runs a closure, and stops the container on every way out.
  ///
  /// - Parameters:
  ///   - deadline: How long the start may take.
  ///   - stopDeadline: How long the stop may take; also how long a start that fails may take to be rolled back.
  ///   - each: How long one factory or hook may take, unless the bind says so itself.
  ///   - clock: Measures all of these.
  ///   - body: Returns when the program is to end, for instance when a signal came.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; ``/DovetailLifecycle/LifecycleError`` when the container could not be started, or not be stopped without errors.
  public nonisolated(nonsending) func run<Result>(
    deadline: Duration? = nil, stopDeadline: Duration? = .seconds(10), each: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(), until body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await start(deadline: deadline, each: each, rollback: stopDeadline, clock: clock)
    let result: Result
    do { result = try await body() } catch {
      do { try await stop(deadline: stopDeadline, each: each, clock: clock) } catch var failure {
        failure.cause = error
        throw failure
      }
      throw error
    }
    try await stop(deadline: stopDeadline, each: each, clock: clock)
    return result
  }

  /// Where the container is between start and stop.
  public var state: ContainerState { lifecycle.phase }

  /// The states of the container: the current one, then each that it enters. Ends with ``/DovetailLifecycle/ContainerState/stopped``.
  ///
  /// Every call gives a sequence of its own.
  public var states: some AsyncSequence<ContainerState, Never> & Sendable { lifecycle.states }
}

extension Container {
  /// The state between start and stop, and the run that changes it.
  var lifecycle: Lifecycle { parts.part { Lifecycle() } }
}

extension Lifecycle: ContainerPart {
  nonisolated(nonsending) func stopForClosing(_ container: Container) async throws(CloseError) -> (any Error)? {
    do { try await container.stop() } catch {
      if error.reason == .reentered { throw CloseError(owner: "the container", .running, []) }
      return error
    }
    return nil
  }
}
