// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// What runs in the process that a read has to heed.
enum Detours {
  /// The number of overrides that look for their member, and of running `withOverrides(_:)`. Above 0, all reads take the long way.
  static let overrides = Atomic<Int>(0)
  /// The number of members that are being made asynchronously.
  fileprivate static let tasks = Atomic<Int>(0)
  /// The number of generations begun by overrides. A build notes this moment when it begins, and reads the generations of that moment from every component: so
  /// it sees one state of all, and what has been made in it before stays right.
  private static let moments = Atomic<Int>(0)

  /// Whether a read has to look at nothing but the component itself.
  static var isQuiet: Bool { overrides.load(ordering: .relaxed) == 0 }

  static var moment: Int { moments.load(ordering: .acquiring) }

  static func nextMoment() -> Int { moments.add(1, ordering: .acquiringAndReleasing).newValue }

  /// Sends all reads the long way, until ``end()``.
  static func begin() { overrides.add(1, ordering: .relaxed) }
  static func end() { overrides.subtract(1, ordering: .relaxed) }
}

/// A member that is asked for and may have to be made.
struct MemberBuild: Sendable {
  let member: Member
  /// The component's instances, or their replacement in a `withOverrides(_:)`.
  let home: Instances
  /// The build of a task around it.
  let task: ObjectIdentifier?
  let moment: Int
  /// Whether a hook of the closing reads it.
  let isClosing: Bool

  /// Runs the factory, or its replacement, and notes meanwhile that this thread makes the member.
  func run<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    let thread = ThreadState.current
    try thread.begin(RunningMember(member, in: task, since: moment))
    defer { thread.endMember() }
    do {
      if member.replacement == nil, home.observers == nil { return try make() }
      return try observed(make)
    } catch { throw failure(error) }
  }

  // Separate, because debug builds nest the frames of what is above as deep as the limit, and a step takes much room.
  private func failure(_ error: any Error) -> ResolutionError { ResolutionError(error, through: member.step) }

  private func observed<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws -> Value {
    guard let observers = home.observers else { return try replaced(make) }
    return try observers.creating(member.step) { try replaced(make) }
  }

  private func replaced<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws -> Value {
    guard let replacement = member.replacement else { return try make() }
    if let made = try replacement.make(for: member), let value = made as? Value { return value }
    return try make()
  }

  /// The same for an asynchronous factory.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let task = TaskBuild(self)
    defer { task.end() }
    do {
      return try await TaskBuild.$innermost.withValue(task) {
        guard let observers = home.observers else { return try await replaced(awaiting: make) }
        return try await observers.creating(member.step) { try await replaced(awaiting: make) }
      }
    } catch let error as CancellationError where Task.isCancelled { throw error } catch { throw failure(error) }
  }

  private nonisolated(nonsending) func replaced<Value>(
    awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    guard let replacement = member.replacement else { return try await make() }
    if let made = try await replacement.makeAwaiting(for: member), let value = made as? Value { return value }
    return try await make()
  }
}

/// One member that is being made asynchronously; the tasks that its factory starts inherit it.
private final class TaskBuild: Sendable {
  /// The one inside whose factory the running task is, or which it has outlived.
  @TaskLocal static var innermost: TaskBuild?

  /// Present only while the factory runs: a task that the factory starts may keep this object for long.
  private let content: Lock<MemberBuild?>
  // Only one that runs: tasks that factories have left behind would make the chain longer and longer.
  let outer = TaskBuild.innermost?.running
  /// The build in the wait graph that it is a part of.
  let build = Build.current

  init(_ build: MemberBuild) {
    content = Lock(build)
    Detours.tasks.add(1, ordering: .relaxed)
  }

  /// What is being made; `nil` once the factory has ended.
  var made: MemberBuild? { content.withLock { $0 } }
  /// The innermost whose factory has not ended: this one, or one around it.
  var running: TaskBuild? { made == nil ? outer?.running : self }

  func end() {
    Detours.tasks.subtract(1, ordering: .relaxed)
    content.withLock { $0 = nil }
  }
}

/// The members that are being made around the running code, innermost first: those that its thread makes, and those that its task makes.
struct MemberChain: Sequence, IteratorProtocol {
  /// What the thread makes, and how many of it remain.
  private let members: [RunningMember]
  private var rest: Int
  private var around = Detours.tasks.load(ordering: .relaxed) == 0 ? nil : TaskBuild.innermost?.running

  init() {
    members = ThreadState.current.members
    rest = members.count
  }

  /// Identifies the innermost remaining one that a task is making.
  var task: ObjectIdentifier? { around.map { ObjectIdentifier($0) } }

  /// The innermost remaining one, if the thread is making it. The thread's outer members are around the task as well, or belong to another task.
  private var innermost: RunningMember? { rest > 0 && members[rest - 1].task == task ? members[rest - 1] : nil }

  /// The moment that reads belong to; `nil` when there is no build.
  var moment: Int? { innermost?.moment ?? around?.made?.moment }

  /// Whether a member is being made as a part of the running build. A build around that one need not wait for it: the first to ask may
  /// have been a task that a factory has left behind. The wait graph finds the cycles of builds.
  func isMaking(_ member: Member) -> Bool {
    var chain = self
    while chain.innermost != nil || chain.around?.build === Build.current, let next = chain.next() {
      if next === member { return true }
    }
    return false
  }

  mutating func next() -> Member? {
    if let innermost {
      rest -= 1
      return known(innermost.member)
    }
    defer { around = around?.outer?.running }
    return around?.made?.member
  }
}

extension ResolutionError {
  /// Whether code that throws errors of a type can throw this one.
  static func canBeThrown<Failure: Error>(as type: Failure.Type) -> Bool {
    type == (any Error).self || type == ResolutionError.self
  }

  /// What a member that throws errors of a type throws for this one: the error or its cause; `nil` when it can throw neither.
  func failure<Failure: Error>(as type: Failure.Type) -> Failure? { self as? Failure ?? underlying as? Failure }

  /// Hands a failure to a member that can throw it; for a member that cannot, the program ends with the text and the steps around the running code.
  func thrown<Failure: Error>(as type: Failure.Type) -> Failure {
    if let failure = failure(as: type) { return failure }
    trap(MemberChain().reduce(self) { $0.through($1.step) })
  }
}
