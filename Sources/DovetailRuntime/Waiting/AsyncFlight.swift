// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One build of a shared value by a task of its own, for which any number of tasks wait: the twin of ``Flight``.
package final class AsyncFlight: Sendable {
  // Inert: a task is only ever put in.
  private struct Handle: Inert {
    package var task: Task<Void, Never>?
    package var isCancelled = false
  }

  /// The build that the running code is a part of. Child tasks inherit it, and so does an unstructured `Task`: whether the build waits for
  /// that one cannot be known. A detached task is nobody's part.
  @TaskLocal package static var current: AsyncFlight?

  /// What is built, for errors.
  package let step: ResolutionError.Step
  private let handle = Lock(Handle())
  private let done = Atomic<Bool>(false)

  package init(step: ResolutionError.Step) { self.step = step }

  /// Whether the build has ended, so that nothing waits for code that it left behind.
  package var isDone: Bool { done.load(ordering: .acquiring) }

  /// Runs the build in a task that has the priority and the task-locals of the running one.
  package func start(_ build: @escaping @Sendable () async -> Void) {
    let task = Task {
      await AsyncFlight.$current.withValue(self) { await build() }
    }
    let isLate = handle.withLock { handle in
      handle.task = task
      return handle.isCancelled
    }
    if isLate { task.cancel() }
  }

  /// Cancels the build's task. The build itself decides what it makes of that.
  package func cancel() {
    let task = handle.withLock { handle in
      handle.isCancelled = true
      return handle.task
    }
    task?.cancel()
  }

  /// Notes that the build has ended. To be called by the wait graph, which lets go of what the build waits for.
  package func land() { done.store(true, ordering: .releasing) }
}
