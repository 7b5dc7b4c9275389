// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// What goes on in the process that reads of members have to know of. As long as nothing does, a read of what is there takes the short way.
@usableFromInline
struct Detours: ~Copyable {
  /// How many overrides are looking for their member, and how many `withOverrides(_:)` run: all reads take the long way then.
  @usableFromInline let overrides = Atomic<Int>(0)
  /// How many members are being made asynchronously.
  let tasks = Atomic<Int>(0)
  /// How many generations were begun by overrides. Who begins to make something notes it, and reads of every component what there was then.
  @usableFromInline let epoch = Atomic<Int>(0)

  /// The one of the process. Components keep a copy, because asking for a global takes time.
  static var everywhere: Pointer { Pointer.everywhere }

  // SAFETY: it leads to atomics, which are never freed.
  @usableFromInline
  struct Pointer: @unchecked Sendable {
    @usableFromInline let address: UnsafeMutablePointer<Detours>

    fileprivate static let everywhere = Pointer()

    private init() {
      address = .allocate(capacity: 1)
      address.initialize(to: Detours())
    }

    /// Whether nothing but the member itself has to be looked at.
    @inlinable @inline(__always)
    var isQuiet: Bool { address.pointee.overrides.load(ordering: .relaxed) == 0 }

    @inlinable @inline(__always)
    var epoch: Int { address.pointee.epoch.load(ordering: .acquiring) }

    /// Whether a member may be in the making in the running task.
    var hasTasks: Bool { address.pointee.tasks.load(ordering: .relaxed) != 0 }

    /// Begins a new epoch.
    func advance() -> Int { address.pointee.epoch.add(1, ordering: .acquiringAndReleasing).newValue }

    /// Lets all reads take the long way, until ``end()``.
    func begin() { address.pointee.overrides.add(1, ordering: .relaxed) }
    func end() { address.pointee.overrides.subtract(1, ordering: .relaxed) }

    func beginTask() { address.pointee.tasks.add(1, ordering: .relaxed) }
    func endTask() { address.pointee.tasks.subtract(1, ordering: .relaxed) }
  }
}
