// SPDX-License-Identifier: Apache-2.0

/// Lets one task at a time build a shared value while the others wait without blocking a thread: the twin of ``Gate``.
///
/// The build runs in a separate task. A cancelled waiter leaves alone; when the last one has left, the build is cancelled.
package final class AsyncGate<Value: Sendable>: Sendable {
  private typealias Sleeper = CheckedContinuation<AsyncEnding<Value>, Never>

  private let state = Lock(AsyncBuildState<Value, Sleeper>())

  package init() {}

  /// Returns the value that `ready` finds; builds it first when there is none.
  ///
  /// - Parameters:
  ///   - step: The bind or member being built, for errors.
  ///   - ready: Looks the value up; called again before a build begins.
  ///   - build: Makes the value and publishes it for `ready`. Runs with the priority and the task-locals of the first task that asks.
  /// - Throws: ``ResolutionError`` with the build's error, or with code `.cycle` when the requested build waits for the build that this task is a part of;
  ///   `CancellationError` when this task is cancelled.
  package func value(
    of step: ResolutionError.Step, ready: @escaping @Sendable () -> Value?,
    build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    while true {
      if let value = ready() { return value }
      try Task.checkCancellation()
      switch try await join(step, ready, build) {
      case .built(let value): return value
      case .failed(let error): throw error
      case .left: throw CancellationError()
      case .again: continue
      }
    }
  }

  private func join(
    _ step: ResolutionError.Step, _ ready: @escaping @Sendable () -> Value?,
    _ build: @escaping @Sendable () async throws -> Value
  ) async throws -> AsyncEnding<Value> {
    let entrance = state.withLock { $0.enter(wanting: step) }
    let waiting = AsyncBuild.current
    if let loop = waiting.flatMap({ AsyncWaitGraph.begin($0, for: entrance.build) }) {
      perform(state.withLock { $0.refuse(entrance.ticket) })
      throw AsyncWaitGraph.error(for: loop)
    }
    defer { if let waiting { AsyncWaitGraph.end(waiting, for: entrance.build) } }
    if entrance.isFirst { start(entrance.build, ready, build) }
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper in
        if let ending = state.withLock({ $0.suspend(entrance.ticket, sleeper) }) { sleeper.resume(returning: ending) }
      }
    } onCancel: {
      perform(state.withLock { $0.leave(entrance.ticket) })
    }
    // The thread sanitizer does not see that a continuation resumed before its task sleeps hands over a value. It sees this load.
    _ = entrance.build.isDone
    return ending
  }

  private func start(
    _ running: AsyncBuild, _ ready: @escaping @Sendable () -> Value?, _ build: @escaping @Sendable () async throws -> Value
  ) {
    running.start { [self] in
      let result: Result<Value, any Error>
      do {
        // Another build may have landed between its first task's look and the entrance.
        if let value = ready() { result = .success(value) } else { result = .success(try await build()) }
      } catch {
        result = .failure(error as? ResolutionError ?? ResolutionError(error, through: running.step))
      }
      AsyncWaitGraph.land(running)
      let (sleepers, ending) = state.withLock { $0.finish(result) }
      for sleeper in sleepers { sleeper.resume(returning: ending) }
    }
  }

  private func perform(_ leaving: AsyncBuildState<Value, Sleeper>.Leaving) {
    leaving.sleeper?.resume(returning: .left)
    leaving.abandoned?.cancel()
  }
}
