// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// The members that a component has made since its last override, and the replacements of some of them. An override begins a new generation; this one stays
/// unchanged for builds that are running in it, and is released with the component.
// SAFETY: `replacements` is constant. `birth` is only touched under the lock of the instances; the others are atomic, and changed by `add` only,
// under that lock. The tables are freed in `deinit`, when there are no readers any more.
final class Generation: @unchecked Sendable {
  let replacements: [MemberID: Replacement]
  /// Builds that began before this epoch do not see the generation: see ``Detours/epoch``. Set before others can see it.
  var birth = 0
  private let newest = Atomic<MemberTable.Pointer?>(nil)
  private let count = Atomic<Int>(0)

  init(replacing replacements: [MemberID: Replacement] = [:]) { self.replacements = replacements }

  deinit {
    guard let table else { return }
    table.forEach { $0.free() }
    table.deallocate()
  }

  var table: MemberTable.Pointer? { newest.load(ordering: .acquiring) }

  /// The number of members; the table has at least as many.
  var memberCount: Int { count.load(ordering: .acquiring) }

  /// Adds a member that is not there.
  ///
  /// - Returns: Whether it was added; `false` when others were added since the count was read, one of which may be the same.
  func add(_ member: Member.Pointer, after seen: Int) -> Bool {
    guard count.load(ordering: .relaxed) == seen else { return false }
    roomyTable(for: seen &+ 1).insert(member)
    count.store(seen &+ 1, ordering: .releasing)
    return true
  }

  private func roomyTable(for count: Int) -> MemberTable.Pointer {
    let old = table
    if let old, count &* 2 <= old.pointee.capacity { return old }
    let new = MemberTable.Pointer(capacity: (old?.pointee.capacity ?? 16) &* 2, of: self, after: old)
    newest.store(new, ordering: .releasing)
    return new
  }
}
