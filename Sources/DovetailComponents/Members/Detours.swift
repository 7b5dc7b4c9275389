// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// The activities in the process that affect reads of members. While there are none, a read of an existing value takes the fast path.
@usableFromInline
struct Detours: ~Copyable {
  @usableFromInline typealias Handle = Block<Detours>

  // Components keep a copy, because asking for a global takes time. It is never freed.
  static let everywhere = Handle(Detours(), size: 0, alignment: 1)

  /// The number of overrides looking for their member, and of running `withOverrides(_:)`. Above 0, all reads take the slow path.
  @usableFromInline let overrides = Atomic<Int>(0)
  /// The number of members that are being made asynchronously.
  let tasks = Atomic<Int>(0)
  /// The number of generations begun by overrides. A build notes it when it begins, and reads the generations of that epoch from every component.
  @usableFromInline let epochs = Atomic<Int>(0)
  /// The table of instances whose reads cannot take the fast path.
  let noMembers = MemberTable.Handle(capacity: 1)
  /// Leads to the members that the running thread is making.
  let threads = ThreadBlock.key
}

extension Detours.Handle {
  /// Whether a read has to look at nothing but the member itself.
  @inlinable @inline(__always)
  var isQuiet: Bool { head.pointee.overrides.load(ordering: .relaxed) == 0 }

  @inlinable @inline(__always)
  var epoch: Int { head.pointee.epochs.load(ordering: .acquiring) }

  /// Sends all reads down the slow path, until ``end()``.
  func begin() { head.pointee.overrides.add(1, ordering: .relaxed) }
  func end() { head.pointee.overrides.subtract(1, ordering: .relaxed) }
}
