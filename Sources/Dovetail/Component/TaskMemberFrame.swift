// SPDX-License-Identifier: Apache-2.0

/// One member that is being made asynchronously; the tasks that its factory starts inherit it.
final class TaskMemberFrame: Sendable {
  /// What is only there while the factory runs: a task that the factory starts may keep the frame for long.
  private struct Contents: Sendable {
    let instances: Instances
    let cell: MemberCell
    let outer: TaskMemberFrame?
  }

  @TaskLocal private static var innermost: TaskMemberFrame?

  private let contents: Lock<Contents?>

  private init(_ contents: Contents) { self.contents = Lock(contents) }

  /// The member inside whose factory the running task is. A task that outlives the factory that started it is in none.
  static var current: TaskMemberFrame? { innermost.flatMap { $0.isRunning ? $0 : nil } }

  private var isRunning: Bool { contents.withLock { $0 != nil } }

  /// The member that is being made, and the frame around.
  var link: (cell: MemberCell, instances: Instances, outer: TaskMemberFrame?)? {
    contents.withLock { $0.map { ($0.cell, $0.instances, $0.outer) } }
  }

  /// Runs an asynchronous factory as the one of a member.
  nonisolated(nonsending) static func run<Value>(
    _ instances: Instances, _ cell: MemberCell, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await MemberActivity.run {
      let frame = TaskMemberFrame(Contents(instances: instances, cell: cell, outer: current))
      defer { frame.contents.withLock { $0 = nil } }
      return try await $innermost.withValue(frame, operation: make)
    }
  }
}
