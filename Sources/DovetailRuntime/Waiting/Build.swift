// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One build of a shared value, by a thread or by a task of its own, for which others wait.
///
/// It holds neither the value nor an error: code that it left behind may hold it for long.
package final class Build: Sendable {
  /// The build that the running code is a part of, if a task builds. Child tasks inherit it, and so does an unstructured `Task`: it is unknown whether the
  /// build waits for that one, see ``Waiter/isDoubtful``. A detached task belongs to no build.
  @TaskLocal package static var current: Build?

  /// The bind or member being built, for errors.
  let step: ResolutionError.Step
  /// The thread that builds; `nil` when a task does.
  let thread: ThreadID?

  /// What changes, under the lock of the wait graph.
  // Inert: who waits holds its waiter, and a task is held by the system while it runs.
  struct State: Inert {
    /// Shape: [number of the arrival: waiter].
    var waiters: [Int: Waiter] = [:]
    var task: Task<Void, Never>?
    /// Whether all who waited had left once, so that the task is cancelled. Its failure is not told to those who came later.
    var isAbandoned = false
  }

  let state = Lock(State())

  /// Identifies the task that runs the build, while it runs.
  private let runner = Atomic<Int>(0)
  /// The node of another build, for which this one stands.
  private let standIn: UInt?

  init(_ step: ResolutionError.Step, by thread: ThreadID? = nil) {
    (self.step, self.thread, standIn) = (step, thread, nil)
  }

  /// A build that its owner has noted, for those who wait for its end by the note.
  init(_ step: ResolutionError.Step, standingFor node: UInt) { (self.step, thread, standIn) = (step, nil, node) }

  /// Who waits where this build waits: its thread, which may have several builds, or the build itself.
  var node: UInt { standIn ?? thread?.word ?? UInt(bitPattern: ObjectIdentifier(self)) }

  /// Whether the running code is of the task that runs the build, so that the build waits for what that code awaits.
  var isRunByThisTask: Bool { runner.load(ordering: .relaxed) == TaskID.current }

  /// Notes that the running task runs the build.
  func begin() { runner.store(TaskID.current, ordering: .relaxed) }
}
