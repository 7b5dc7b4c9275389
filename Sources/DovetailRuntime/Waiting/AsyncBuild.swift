// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One build of a shared value in a separate task, for which any number of tasks wait: the twin of ``Build``.
package final class AsyncBuild: Sendable {
  // Inert: a task is only ever stored.
  private struct Handle: Inert {
    package var task: Task<Void, Never>?
    package var isCancelled = false
  }

  /// The build that the running code is a part of. Child tasks inherit it, and so does an unstructured `Task`: it is unknown whether the build waits for that
  /// one. A detached task belongs to no build.
  @TaskLocal package static var current: AsyncBuild?

  /// The bind or member being built, for errors.
  package let step: ResolutionError.Step
  private let handle = Lock(Handle())
  private let done = Atomic<Bool>(false)

  package init(step: ResolutionError.Step) { self.step = step }

  /// Whether the build has ended, so that no task waits for code that it left behind.
  package var isDone: Bool { done.load(ordering: .acquiring) }

  /// Runs the build in a task that has the priority and the task-locals of the running one.
  package func start(_ build: @escaping @Sendable () async -> Void) {
    let task = Task {
      await AsyncBuild.$current.withValue(self) { await build() }
    }
    let isLate = handle.withLock { handle in
      handle.task = task
      return handle.isCancelled
    }
    if isLate { task.cancel() }
  }

  /// Cancels the build's task. The build itself decides how it reacts.
  package func cancel() {
    let task = handle.withLock { handle in
      handle.isCancelled = true
      return handle.task
    }
    task?.cancel()
  }

  /// Notes that the build has ended. To be called by the wait graph, which releases the edges of the build.
  package func land() { done.store(true, ordering: .releasing) }
}
