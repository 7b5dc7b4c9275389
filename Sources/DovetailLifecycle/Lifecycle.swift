// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailRuntime

/// The state of a container between start and stop, and the run that changes it.
///
/// A run belongs to no caller's task: a second caller of the same run waits for it and gets its outcome.
final class Lifecycle: Sendable {
  /// The outcome of a run, for the callers of start and of stop.
  struct Ending: Sendable {
    var start: LifecycleError?
    var stop: LifecycleError?
  }

  /// The action for a caller.
  enum CallerAction: Sendable {
    /// Wait for a run. If it is the caller's own start, take the events that end it early.
    case wait(Run, own: AsyncStream<LifecycleRun.Event>.Continuation?)
    case nothing
    case refused(LifecycleError)
  }

  /// One run, which belongs to no caller.
  struct Run: Sendable {
    let task: Task<Ending, Never>
    /// The run in the wait graph.
    let build: Build
  }

  private struct State: Sendable {
    var phase = ContainerState.idle
    /// The run that starts or stops the container; `nil` in between.
    var run: Run?
    /// Takes the events that end the run early.
    var feed: AsyncStream<LifecycleRun.Event>.Continuation?
    /// The limits of the first stop; `nil` when none is wanted.
    var stopLimits: LifecycleLimits?
    /// Whether a stop has no time left: what runs is left behind.
    var isStopOver = false
    /// Whether the container closes, so that no start begins any more.
    var isClosing = false
    /// The steps that have started.
    var up: Set<Int> = []
    var listeners: [Int: AsyncStream<ContainerState>.Continuation] = [:]
    var lastListener = 0

    var isStopWanted: Bool { stopLimits != nil }
    /// Whether the container runs, starts or stops.
    var isBusy: Bool { phase != .idle && phase != .stopped }
  }

  private let state = Lock(State())

  deinit { move { $0.phase = .stopped } }

  var phase: ContainerState { state.withLock { $0.phase } }

  /// Whether the running code is a part of the run in progress, or of one that it waits for, so that it would wait for itself. A task that a hook left running
  /// is no longer a part once that run has ended.
  var isReentered: Bool { state.withLock { $0.run?.build }?.waitsForThisCode ?? false }

  /// Waits for a run.
  ///
  /// - Returns: `nil` when that run has begun to wait for the running code meanwhile.
  func ending(of run: Run) async -> Ending? {
    await run.build.awaitEnd() ? await run.task.value : nil
  }

  /// Changes the state and tells the listeners.
  private func move<Result>(_ change: (inout State) -> Result) -> Result {
    let (result, finished) = state.withLock { state in
      let before = state.phase
      let result = change(&state)
      guard state.phase != before else { return (result, [AsyncStream<ContainerState>.Continuation]()) }
      for listener in state.listeners.values { listener.yield(state.phase) }
      guard state.phase == .stopped else { return (result, []) }
      defer { state.listeners = [:] }
      return (result, Array(state.listeners.values))
    }
    // Not under the lock: a listener that ends takes itself out.
    for listener in finished { listener.finish() }
    return result
  }

  /// The states from now on, the current one first; ends with ``ContainerState/stopped``.
  var states: AsyncStream<ContainerState> {
    let (stream, listener) = AsyncStream.makeStream(of: ContainerState.self)
    let (isLast, number) = state.withLock { state in
      listener.yield(state.phase)
      state.lastListener += 1
      if state.phase != .stopped { state.listeners[state.lastListener] = listener }
      return (state.phase == .stopped, state.lastListener)
    }
    listener.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
    if isLast { listener.finish() }
    return stream
  }
}

extension Lifecycle {
  /// Begins a start, or joins the one in progress.
  func enterStart(_ container: Container, _ limits: LifecycleLimits) -> CallerAction {
    if let known = state.withLock({ joined($0, container) }) { return known }
    if Task.isCancelled { return .refused(LifecycleError(starting: .cancelled)) }
    // Reads the caller's clock.
    let run = LifecycleRun(
      LifecyclePlan(container).starting(), endsOnFailure: true, limits: limits, observers: container.owner.observers)
    return move { state in
      if let known = joined(state, container) { return known }
      state.phase = .starting
      state.feed = run.feed
      let task = begin("the start of the container", &state) { [self] in
        await enclosed(.starting, container) { await start(run, container) }
      }
      return .wait(task, own: run.feed)
    }
  }

  /// The action for a start that joins another run or is refused; `nil` when it has to begin one.
  private func joined(_ state: State, _ container: Container) -> CallerAction? {
    // Looked at under the lock: who closes the container looks afterwards whether it has begun to start.
    if state.isClosing || container.isClosed { return .refused(LifecycleError(starting: .closed)) }
    if state.isStopWanted { return .refused(LifecycleError(starting: .stopped)) }
    if state.phase == .running { return .nothing }
    return state.run.map { .wait($0, own: nil) }
  }

  /// Begins a stop, or joins the run in progress; a start is told to end.
  func enterStop(_ container: Container, _ limits: LifecycleLimits) -> CallerAction {
    move { state in
      if !state.isStopWanted {
        state.stopLimits = limits
        if state.phase == .starting { state.feed?.yield(.halted(.stopped, limits)) }
      }
      if let run = state.run { return .wait(run, own: nil) }
      guard state.phase == .running else {
        state.phase = .stopped
        return .nothing
      }
      state.phase = .stopping
      let (up, events) = (state.up, AsyncStream<LifecycleRun.Event>.makeStream())
      state.feed = events.continuation
      let run = begin("the stop of the container", &state) { [self] in
        await enclosed(.stopping, container) {
          let failure = await takeDown(up, container, limits, events)
          endRun()
          return Ending(stop: failure)
        }
      }
      return .wait(run, own: nil)
    }
  }

  var isBusy: Bool { state.withLock { $0.isBusy } }

  /// Leaves behind what runs: a stop has no time left.
  func expireStop() {
    state.withLock { state in
      state.isStopOver = true
      return state.feed
    }?.yield(.abandoned)
  }

  /// Keeps the container from being started.
  ///
  /// - Returns: Whether it may close now; `false` while it runs, starts or stops.
  func hold() -> Bool {
    state.withLock { state in
      if state.isBusy { return false }
      state.isClosing = true
      return true
    }
  }

  func release() { state.withLock { $0.isClosing = false } }

  func end() {
    move { state in
      state.isClosing = true
      if state.run == nil { state.phase = .stopped }
    }
  }

  private func begin(_ name: String, _ state: inout State, _ body: @escaping @Sendable () async -> Ending) -> Run {
    let build = Build(running: name)
    let run = Run(task: Task { await build.run(body) }, build: build)
    state.run = run
    return run
  }

  /// Runs a start or a stop inside the observers that enclose work; they see a failure as a thrown error.
  private func enclosed(_ activity: Activity, _ container: Container, _ body: () async -> Ending) async -> Ending {
    guard let observers = container.owner.observers, !observers.enclosing.isEmpty else { return await body() }
    var ending = Ending()
    try? await observers.enclose(activity, of: .container) {
      ending = await body()
      if let error = ending.start ?? ending.stop { throw error }
    }
    return ending
  }

  private func endRun() {
    move { state in
      state.phase = state.isStopWanted || state.isClosing ? .stopped : .idle
      (state.run, state.feed, state.up) = (nil, nil, [])
    }
  }

  private func start(_ run: LifecycleRun, _ container: Container) async -> Ending {
    var run = run
    await run.perform()
    let events = AsyncStream<LifecycleRun.Event>.makeStream()
    let rollback: LifecycleLimits? = move { state in
      state.feed = nil
      guard run.reason == nil, !state.isStopWanted, !state.isClosing else {
        state.phase = .stopping
        // A stop that comes, or whose time ends, from here on ends the rollback.
        state.feed = events.continuation
        if state.isStopOver { events.continuation.yield(.abandoned) }
        // A stop has its own time.
        return state.stopLimits ?? run.limits.rollingBack(after: run.spent)
      }
      (state.phase, state.run, state.up) = (.running, nil, run.done)
      return nil
    }
    guard let rollback else { return Ending() }
    return await rollBack(run, container, rollback, events)
  }

  private func rollBack(
    _ run: LifecycleRun, _ container: Container, _ limits: LifecycleLimits, _ events: LifecycleRun.Feed
  ) async -> Ending {
    let failure = await takeDown(run.done, container, limits, events)
    endRun()
    let reason: LifecycleError.Reason? = run.abandoned.isEmpty ? failure?.reason : .expired
    return Ending(
      start: LifecycleError(starting: run.reason ?? .stopped, run.failures, rollback: failure?.failures ?? []),
      stop: reason.map { LifecycleError(stopping: $0, run.abandoned + (failure?.failures ?? [])) })
  }

  private func takeDown(
    _ up: Set<Int>, _ container: Container, _ limits: LifecycleLimits, _ events: LifecycleRun.Feed
  ) async -> LifecycleError? {
    var run = LifecycleRun(
      LifecyclePlan(container).stopping(up), endsOnFailure: false, limits: limits,
      observers: container.owner.observers, events: events)
    await run.perform()
    guard !run.failures.isEmpty else { return nil }
    let isLate = run.failures.allSatisfy { $0.error == nil }
    return LifecycleError(stopping: run.reason ?? (isLate ? .late : .failed), run.failures)
  }
}
