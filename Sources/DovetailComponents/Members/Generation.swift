// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// The members that a component has made since its last override, and the replacements of some of them. An override begins a new generation; this one stays
/// unchanged for builds that are running in it, and is released with the component. It owns its members and their tables.
final class Generation: Sendable {
  let replacements: [MemberID: Replacement]
  /// Notes the reads; `nil` if they are not noted.
  let log: (any ReadLog)?
  /// Builds that began before this epoch do not see the generation: see ``Detours/epoch``. Only touched under the lock of the instances.
  let birth = Atomic<Int>(0)
  // Only changed by `add`, under the lock of the instances.
  private let newest = Atomic<MemberTable.Handle?>(nil)
  private let count = Atomic<Int>(0)

  init(replacing replacements: [MemberID: Replacement] = [:], noting log: (any ReadLog)?) {
    (self.replacements, self.log) = (replacements, log)
  }

  deinit {
    guard let table else { return }
    table.forEach { $0.free() }
    table.freeAll()
  }

  var table: MemberTable.Handle? { newest.load(ordering: .acquiring) }

  /// The number of members; the table has at least as many.
  var memberCount: Int { count.load(ordering: .acquiring) }

  /// The replacement of a member; the replacement of all its instances counts for each.
  @inline(__always)
  func replacement(of member: Member.Handle) -> Replacement? { replacements.isEmpty ? nil : find(member) }

  @inline(never)
  private func find(_ member: Member.Handle) -> Replacement? {
    replacements[member.head.pointee.site.id(for: member.head.pointee.key)] ?? replacements[member.head.pointee.site.id()]
  }

  /// Adds a member that is not there.
  ///
  /// - Returns: Whether it was added; `false` when others were added since the count was read, one of which may be the same.
  func add(_ member: Member.Handle, after seen: Int) -> Bool {
    guard count.load(ordering: .relaxed) == seen else { return false }
    roomyTable(for: seen &+ 1).insert(member)
    count.store(seen &+ 1, ordering: .releasing)
    return true
  }

  private func roomyTable(for count: Int) -> MemberTable.Handle {
    let old = table
    if let old, count &* 2 <= old.head.pointee.capacity { return old }
    let new = MemberTable.Handle(capacity: (old?.head.pointee.capacity ?? 16) &* 2, of: self, after: old)
    newest.store(new, ordering: .releasing)
    return new
  }
}
