// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// Whether anything runs that a read of a member has to take part in. As long as nothing does, a read of what is there takes the short way.
///
/// Where members are being made for the first time, what they read is noted; an override, a `withOverrides(_:)` or a member that is made
/// asynchronously leads all reads the long way.
// SAFETY: the address leads to one atomic of the process, which is never freed.
@usableFromInline
struct MemberActivity: @unchecked Sendable {
  /// Components keep a copy, because asking for a global takes time.
  static let everywhere = MemberActivity()

  private static let noting = 1
  @inlinable static var rerouting: Int { 1 << 32 }

  /// How many threads note, and, in the upper half, how much leads reads the long way.
  @usableFromInline let count: UnsafeMutablePointer<Atomic<Int>>

  private init() {
    count = .allocate(capacity: 1)
    count.initialize(to: Atomic(0))
  }

  @inlinable @inline(__always)
  var isQuiet: Bool { count.pointee.load(ordering: .relaxed) == 0 }

  @inlinable @inline(__always)
  var isRerouted: Bool { count.pointee.load(ordering: .relaxed) >= MemberActivity.rerouting }

  func beginNoting() { count.pointee.wrappingAdd(MemberActivity.noting, ordering: .relaxed) }
  func endNoting() { count.pointee.wrappingSubtract(MemberActivity.noting, ordering: .relaxed) }

  /// Runs a closure while all reads take the long way.
  static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    everywhere.count.pointee.add(rerouting, ordering: .sequentiallyConsistent)
    defer { everywhere.count.pointee.subtract(rerouting, ordering: .sequentiallyConsistent) }
    return try body()
  }

  /// Runs an asynchronous closure while all reads take the long way.
  nonisolated(nonsending) static func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    everywhere.count.pointee.add(rerouting, ordering: .sequentiallyConsistent)
    defer { everywhere.count.pointee.subtract(rerouting, ordering: .sequentiallyConsistent) }
    return try await body()
  }
}
