// SPDX-License-Identifier: Apache-2.0

/// The builds that tasks run, for tasks that wait without blocking a thread.
///
/// A build runs in a separate task, with the priority and the task-locals of the first task that asks. A cancelled waiter leaves alone; when the last one has
/// left, the build is cancelled. Failures and cancellations are not kept.
extension Build {
  /// Returns the value that `ready` finds; builds it first when there is none.
  ///
  /// - Parameters:
  ///   - address: An address that is unique to the place of the value; `build` holds the place.
  ///   - step: The bind or member being built, for errors.
  ///   - isDeclared: Whether the value is a need that the bind of the running build declares.
  ///   - ready: Looks the value up.
  ///   - build: Makes the value and publishes it for `ready`, unless it is ready: another build may have ended since the last look. Returns what holds the value
  ///     until the waiting tasks have found it.
  /// - Throws: ``ResolutionError`` with the build's error, or with code `.cycle` when the requested build waits for the build that this task is a part of;
  ///   `CancellationError` when this task is cancelled.
  package static func value<Value>(
    at address: UInt, of step: ResolutionError.Step, isDeclared: Bool = false, ready: () -> Value?,
    build: @escaping @Sendable () async throws -> any Sendable
  ) async throws -> Value {
    while true {
      let held = try await wait(address, step, isDeclared, build)
      if let value = withExtendedLifetime(held, ready) { return value }
    }
  }

  private static func wait(
    _ address: UInt, _ step: ResolutionError.Step, _ isDeclared: Bool,
    _ build: @escaping @Sendable () async throws -> any Sendable
  ) async throws -> any Sendable {
    let waiter = Waiter(partOf: current, isDeclared: isDeclared)
    return try await withTaskCancellationHandler {
      try await waiter.suspend {
        var first: Build?
        do throws(ResolutionError) {
          let joins = try WaitGraph.join(address, waiter) {
            first = Build(step)
            return first
          }
          if !joins { waiter.wake(.failure(CancellationError())) }
        } catch { waiter.wake(.failure(error)) }
        first?.start(address, build)
      }
    } onCancel: {
      WaitGraph.leave(address, waiter)
    }
  }

  private func start(_ address: UInt, _ build: @escaping @Sendable () async throws -> any Sendable) {
    let task = Task {
      begin()
      await Build.$current.withValue(self) {
        let outcome: Result<any Sendable, any Error>
        do { outcome = .success(try await build()) } catch {
          outcome = .failure(error as? ResolutionError ?? ResolutionError(error, through: step))
        }
        WaitGraph.end(address, with: outcome)
      }
    }
    WaitGraph.note(task, of: self)
  }
}
