// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// One member that is being made asynchronously; the tasks that its factory starts inherit it.
final class TaskMemberFrame: Sendable {
  /// What is only there while the factory runs: a task that the factory starts may keep the frame for long.
  // SAFETY: `generation` keeps the member; everything else is Sendable.
  struct Contents: @unchecked Sendable {
    let member: Member.Pointer
    let generation: Generation
    let observations: Observations?
    let outer: TaskMemberFrame?
    /// See ``Detours/epoch``.
    var epoch: Int
  }

  @TaskLocal private static var innermost: TaskMemberFrame?

  private let running: Lock<Contents?>

  private init(_ contents: Contents) { running = Lock(contents) }

  /// The member inside whose factory the running task is. A task that outlives the factory that started it is in none.
  static var current: TaskMemberFrame? { innermost.flatMap { $0.contents == nil ? nil : $0 } }

  /// What is being made, and where; `nil` once the factory has ended.
  var contents: Contents? { running.withLock { $0 } }

  /// Lets reads see what has begun before an epoch.
  func advance(to epoch: Int) {
    running.withLock { contents in
      if let last = contents?.epoch { contents?.epoch = max(last, epoch) }
    }
  }

  /// Runs an asynchronous factory as the one of a member.
  nonisolated(nonsending) static func run<Value>(
    _ contents: Contents, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let detours = Detours.everywhere
    let frame = TaskMemberFrame(contents)
    detours.beginTask()
    defer {
      detours.endTask()
      // What goes with it goes outside the lock.
      _ = frame.running.withLock { contents in
        defer { contents = nil }
        return contents
      }
    }
    return try await $innermost.withValue(frame, operation: make)
  }
}
