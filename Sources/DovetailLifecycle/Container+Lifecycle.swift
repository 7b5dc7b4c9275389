// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Container {
  /// Builds the eager and asynchronous values and those with hooks, and runs `onStart`, each as soon as its dependencies have started; independent bindings start
  /// concurrently.
  ///
  /// Starts the values that the container itself shares; a parent container is started separately. On a failure, a timeout or the cancellation of the running
  /// task, the running hooks are cancelled, and the started bindings are stopped again, in reverse. A hook that does not return although it is cancelled is named
  /// and left behind.
  ///
  /// During a start, a second call waits for it; the limits and the cancellation of the first call apply. On a running container it does nothing. A failed
  /// start may be tried again. A hook that would wait for itself, through the starts and stops of other containers too, gets an error.
  ///
  /// - Parameters:
  ///   - deadline: The limit for the whole start, without rolling back; `nil` for no limit.
  ///   - each: The limit for one factory or hook, unless the binding declares its own.
  ///   - rollback: The limit for ending the running hooks and stopping the started bindings when the start fails.
  ///   - clock: Measures all of these.
  /// - Throws: ``/DovetailLifecycle/LifecycleError`` with the cause and every failure of the rollback.
  public func start(
    deadline: Duration? = nil, each: Duration? = nil, rollback: Duration? = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(LifecycleError) {
    let limits = LifecycleLimits(total: deadline, each: each, rollback: rollback, clock: clock)
    if lifecycle.isReentered { throw LifecycleError(starting: .reentered) }
    let ending: Lifecycle.Ending
    switch lifecycle.enterStart(self, limits) {
    case .nothing: return
    case .refused(let error): throw error
    case .wait(let run, let own):
      let result = await withTaskCancellationHandler {
        await lifecycle.ending(of: run)
      } onCancel: {
        own?.yield(.halted(.cancelled, nil))
      }
      guard let result else {
        own?.yield(.halted(.cancelled, nil))
        throw LifecycleError(starting: .reentered)
      }
      ending = result
    }
    if let error = ending.start { throw error }
  }

  /// Runs `onStop` of all started bindings, each as soon as the bindings that need it have stopped; independent bindings stop concurrently.
  ///
  /// No hook is skipped on a failure, a timeout or a cancellation: at the deadline the running hooks are cancelled and left behind, and the hooks that had to
  /// wait for them are begun without waiting. The cancellation of the running task changes nothing.
  ///
  /// A start in progress is told to end and is rolled back, within the limits of the stop. A second call waits for the stop or the rollback in progress, or does
  /// nothing; the earliest deadline counts for all, and the other limits are those of the first call. A stopped container stays stopped. It is not closed: it
  /// still answers resolutions until `close()`.
  ///
  /// - Parameters:
  ///   - deadline: The limit for the whole stop; `nil` for no limit.
  ///   - each: The limit for one hook, unless the binding declares its own.
  ///   - clock: Measures both.
  /// - Throws: ``/DovetailLifecycle/LifecycleError`` with every failure. The container is stopped nevertheless.
  public func stop(
    deadline: Duration? = nil, each: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) async throws(LifecycleError) {
    if lifecycle.isReentered { throw LifecycleError(stopping: .reentered) }
    guard case .wait(let run, _) = lifecycle.enterStop(self, LifecycleLimits(each: each, clock: clock)) else { return }
    // Not in the run: each caller has a deadline of its own, by a clock of its own, and may come while the run is in progress.
    let alarm = deadline.map { deadline in
      Task { [lifecycle] in
        do { try await LifecycleLimits.sleep(deadline, on: clock) } catch { return }
        lifecycle.expireStop()
      }
    }
    let ending = await lifecycle.ending(of: run)
    alarm?.cancel()
    guard let ending else { throw LifecycleError(stopping: .reentered) }
    if let error = ending.stop { throw error }
  }

  /// Starts the container, runs a closure, and stops the container on every way out.
  ///
  /// - Parameters:
  ///   - deadline: The limit for the start.
  ///   - stopDeadline: The limit for the stop; also for the rollback of a start that fails.
  ///   - each: The limit for one factory or hook, unless the binding declares its own.
  ///   - clock: Measures all of these.
  ///   - body: Returns when the program is to end, for instance when a signal came.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error; ``/DovetailLifecycle/LifecycleError`` when the container failed to start, or to stop without errors.
  public nonisolated(nonsending) func run<Result>(
    deadline: Duration? = nil, stopDeadline: Duration? = .seconds(10), each: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock(), until body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    try await start(deadline: deadline, each: each, rollback: stopDeadline, clock: clock)
    let outcome: Swift.Result<Result, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    do { try await stop(deadline: stopDeadline, each: each, clock: clock) } catch var failure {
      if case .failure(let error) = outcome { failure.cause = error }
      throw failure
    }
    return try outcome.get()
  }

  /// The phase of the container between start and stop.
  public var state: ContainerState { lifecycle.phase }

  /// The states of the container: the current one, then each that it enters. Ends with ``/DovetailLifecycle/ContainerState/stopped``.
  ///
  /// Every call gives a sequence of its own.
  public var states: some AsyncSequence<ContainerState, Never> & Sendable { lifecycle.states }
}

extension Container {
  /// The state between start and stop, and the run that changes it.
  var lifecycle: Lifecycle { owner.part { Lifecycle() } }
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
