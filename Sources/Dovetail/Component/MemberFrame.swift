// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One member that is being made, linked to the member inside whose factory it is read.
///
/// Most reads have none: see ``MemberActivity``.
final class MemberFrame: Sendable {
  /// What is only there while the factory runs: a task that the factory starts may keep the frame for long.
  struct Contents: Sendable {
    let instances: Instances
    let cell: MemberCell
    let outer: MemberFrame?
    let thread: ThreadID?
  }

  @TaskLocal private static var innermost: MemberFrame?

  private let contents: Lock<Contents?>

  private init(_ contents: Contents) { self.contents = Lock(contents) }

  /// The member inside whose factory the running code is. A task that outlives the factory that started it is in none.
  static var current: Contents? { innermost?.contents.withLock { $0 } }

  /// Runs a factory as the one of a member.
  static func run<Value>(_ instances: Instances, _ cell: MemberCell, _ make: () throws -> Value) throws -> Value {
    let frame = MemberFrame(Contents(instances: instances, cell: cell, outer: innermost, thread: .current))
    return try MemberActivity.run {
      defer { frame.contents.withLock { $0 = nil } }
      return try $innermost.withValue(frame, operation: make)
    }
  }

  /// Runs an asynchronous factory as the one of a member.
  nonisolated(nonsending) static func run<Value>(
    _ instances: Instances, _ cell: MemberCell, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let frame = MemberFrame(Contents(instances: instances, cell: cell, outer: innermost, thread: nil))
    return try await MemberActivity.run {
      defer { frame.contents.withLock { $0 = nil } }
      return try await $innermost.withValue(frame, operation: make)
    }
  }

  /// Whether the same member is being made further out by this very thread, so that its factory can never return.
  static func isRunning(_ cell: MemberCell) -> Bool {
    let thread = ThreadID.current
    return chain.contains { $0.cell === cell && ($0.thread == thread || $0.thread == nil) }
  }

  /// The error with the steps around the running code: for where it cannot be thrown any further.
  static func complete(_ error: ResolutionError) -> ResolutionError {
    chain.reduce(error) { $0.through($1.cell.step) }
  }

  /// The members that are being made around the running code, innermost first.
  private static var chain: [Contents] {
    var chain: [Contents] = []
    var frame = innermost
    while let contents = frame?.contents.withLock({ $0 }) {
      chain.append(contents)
      frame = contents.outer
    }
    return chain
  }
}

/// Whether anything runs that a read of a member has to take part in: a factory whose needs are seen for the first time, an override, or
/// a `withOverrides(_:)`. As long as nothing does, a read of what is there takes the short way.
enum MemberActivity {
  private static let count = Atomic<Int>(0)

  @inline(__always)
  static var isQuiet: Bool { count.load(ordering: .relaxed) == 0 }

  static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    count.add(1, ordering: .sequentiallyConsistent)
    defer { count.subtract(1, ordering: .sequentiallyConsistent) }
    return try body()
  }

  nonisolated(nonsending) static func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    count.add(1, ordering: .sequentiallyConsistent)
    defer { count.subtract(1, ordering: .sequentiallyConsistent) }
    return try await body()
  }
}
