// SPDX-License-Identifier: Apache-2.0

/// One build of a shared value, by a thread or by a task of its own, for which others wait.
///
/// It holds neither the value nor an error: code that it left behind may hold it for long.
// SAFETY: what changes is only touched under the lock of the wait graph.
package final class Build: @unchecked Sendable {
  /// The build that the running code is a part of, if a task builds. Child tasks inherit it, and so does an unstructured `Task`: it is unknown whether the
  /// build waits for that one. A detached task belongs to no build.
  @TaskLocal package static var current: Build?

  /// The bind or member being built, for errors.
  package let step: ResolutionError.Step
  /// The thread that builds; `nil` when a task does.
  package let thread: ThreadID?

  /// Shape: [number of the arrival: waiter].
  var waiters: [Int: Waiter] = [:]
  var task: Task<Void, Never>?
  /// Whether all who waited had left once, so that the task is cancelled. Its failure is not told to those who came later.
  var isAbandoned = false

  package init(_ step: ResolutionError.Step, by thread: ThreadID? = nil) {
    self.step = step
    self.thread = thread
  }

  /// Who waits where this build waits: its thread, which may have several builds, or the build itself.
  var node: UInt { thread?.word ?? UInt(bitPattern: ObjectIdentifier(self)) }
}
