// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// A requested member and, during its build, the context of the reads inside that build. Its generation frees the member, and the instances hold that, or the
/// override that makes it.
struct MemberFrame {
  typealias Pointer = UnsafeMutablePointer<MemberFrame>

  let member: Member.Handle
  let thread: ThreadBlock.Pointer
  /// The member inside whose factory the thread makes this one.
  let outer: Pointer?
  /// The member that is being made asynchronously around it; the running task holds it.
  let task: ObjectIdentifier?
  /// See ``Detours/epoch``.
  let epoch: Int

  /// Notes that the thread makes the member, until ``end()``.
  @inline(__always)
  func begin() { thread.pointee.member = thread.take(for: self) }

  @inline(__always)
  func end() {
    if let memory = thread.pointee.member { thread.giveBack(memory) }
    thread.pointee.member = outer.map { Address($0) }
  }
}

/// A requested member that is made asynchronously, with what owns it.
struct AwaitedMember: Sendable {
  let member: Member.Handle
  let epoch: Int
  let generation: Generation
  /// The requested instances, or their replacement in a `withOverrides(_:)`.
  let home: Instances

  /// The member as errors call it.
  var step: ResolutionError.Step { member.head.pointee.step }

  init(_ frame: MemberFrame, of home: Instances) {
    (member, epoch, generation, self.home) = (frame.member, frame.epoch, frame.member.head.pointee.generation.object, home)
  }
}

/// One member that is being made asynchronously; the tasks that its factory starts inherit it.
final class TaskFrame: Sendable {
  /// The member inside whose factory the running task is, or which it has outlived.
  @TaskLocal fileprivate static var innermost: TaskFrame?

  /// The member, present only while the factory runs: a task that the factory starts may keep the frame for long.
  private let content: Lock<AwaitedMember?>
  // Only one that runs: tasks that factories have left behind would make the chain longer and longer.
  fileprivate let outer = TaskFrame.innermost?.running

  init(_ member: AwaitedMember) { content = Lock(member) }

  /// What is being made; `nil` once the factory has ended.
  fileprivate var made: AwaitedMember? { content.withLock { $0 } }
  /// The innermost whose factory has not ended: this one, or one around it.
  fileprivate var running: TaskFrame? { made == nil ? outer?.running : self }

  /// Runs an asynchronous factory as the member's factory, or its replacement.
  nonisolated(nonsending) func run<Value>(_ make: nonisolated(nonsending) () async throws -> Value) async throws -> Value {
    let detours = Detours.everywhere
    detours.head.pointee.tasks.add(1, ordering: .relaxed)
    defer {
      detours.head.pointee.tasks.subtract(1, ordering: .relaxed)
      content.withLock { $0 = nil }
    }
    return try await TaskFrame.$innermost.withValue(self) {
      guard let asked = made, let replacement = asked.member.replacement else { return try await make() }
      let made = try await replacement.makeAwaiting(in: asked.generation)
      if let made, let value = made as? Value { return value }
      return try await make()
    }
  }
}

/// The members that are being made around the running code, innermost first: those that its thread makes, and those that its task makes.
struct MemberChain: Sequence, IteratorProtocol {
  let thread: ThreadBlock.Pointer
  /// The innermost remaining member that the thread is making.
  private(set) var made: MemberFrame.Pointer?
  private var around: TaskFrame? { didSet { task = around.map { ObjectIdentifier($0) } } }
  /// The innermost remaining member that a task is making.
  private(set) var task: ObjectIdentifier?

  @inline(__always)
  init(_ detours: Detours.Handle) {
    thread = detours.head.pointee.threads.block ?? ThreadBlock.current
    made = thread.pointee.member?.typed(as: MemberFrame.self)
    guard detours.head.pointee.tasks.load(ordering: .relaxed) != 0 else { return }
    guard let innermost = TaskFrame.innermost?.running else { return }
    (around, task) = (innermost, ObjectIdentifier(innermost))
  }

  /// The innermost remaining member, if the thread is making it. The thread's outer members are around the task as well, or belong to another task.
  @inline(__always)
  private var innermost: MemberFrame.Pointer? { if let made, made.pointee.task == task { made } else { nil } }

  /// The epoch that reads belong to; `nil` when there is no build.
  @inline(__always)
  var epoch: Int? { innermost?.pointee.epoch ?? around?.made?.epoch }

  mutating func next() -> Member.Handle? {
    if let innermost {
      made = innermost.pointee.outer
      return innermost.pointee.member
    }
    defer { around = around?.outer?.running }
    return around?.made?.member
  }
}
