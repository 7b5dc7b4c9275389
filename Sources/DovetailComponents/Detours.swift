// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// What goes on in the process that reads of members have to know of. As long as nothing does, a read of what is there takes the short way.
@usableFromInline
struct Detours: ~Copyable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<Detours>

  // Components keep a copy, because asking for a global takes time.
  // SAFETY: it leads to atomics and a constant, which are never freed.
  nonisolated(unsafe) static let everywhere = {
    let detours = Pointer.allocate(capacity: 1)
    detours.initialize(to: Detours())
    return detours
  }()

  /// How many overrides are looking for their member, and how many `withOverrides(_:)` run: all reads take the long way then.
  @usableFromInline let overrides = Atomic<Int>(0)
  /// How many members are being made asynchronously.
  let tasks = Atomic<Int>(0)
  /// How many generations were begun by overrides. Who begins to make something notes it, and reads of every component what there was then.
  @usableFromInline let epochs = Atomic<Int>(0)
  /// Leads to what the running thread makes.
  let threads = MemberThread.pointer()
}

extension Detours.Pointer {
  /// Whether nothing but the member itself has to be looked at.
  @inlinable @inline(__always)
  var isQuiet: Bool { pointee.overrides.load(ordering: .relaxed) == 0 }

  @inlinable @inline(__always)
  var epoch: Int { pointee.epochs.load(ordering: .acquiring) }

  /// Lets all reads take the long way, until ``end()``.
  func begin() { pointee.overrides.add(1, ordering: .relaxed) }
  func end() { pointee.overrides.subtract(1, ordering: .relaxed) }
}
