// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What a component has made since it was overridden last: its members, and what replaces some of them. An override begins a new one; this
/// one stays as it is, for those who are in the midst of making something in it, and goes with the component.
// SAFETY: `replacements` is constant. `birth` is only touched under the lock of the instances; the others are atomic, and changed by `add` only,
// under that lock. The tables are freed in `deinit`, when nobody can read any more.
final class Generation: @unchecked Sendable {
  /// What an override is for.
  struct Target: Hashable, Sendable {
    let member: MemberID
    let key: MemberKey?
  }

  let replacements: [Target: Replacement]
  /// Who began to make something before this does not see the generation: see ``Detours/epoch``. Set before others can see it.
  var birth = 0
  private let newest = Atomic<UnsafeMutablePointer<MemberTable>?>(nil)
  private let count = Atomic<Int>(0)

  init(replacing replacements: [Target: Replacement] = [:]) { self.replacements = replacements }

  deinit {
    guard let table else { return }
    for member in table.members { member.release() }
    table.deallocate()
  }

  var table: UnsafeMutablePointer<MemberTable>? { newest.load(ordering: .acquiring) }

  /// The member of a site, made when it is not there. The caller keeps the generation.
  ///
  /// - Parameters:
  ///   - sharing: See ``Member/sharing``.
  ///   - add: Calls ``add(_:after:)`` under the lock of the instances.
  /// - Returns: The member, and whether it is read for the first time.
  func member(
    _ site: MemberSite, _ key: MemberKey?, in scope: MemberScope, sharing: () -> (any AnyObject & Sendable)?,
    add: (Member, Int) -> Bool
  ) -> (member: Member, isNew: Bool) {
    var made: Member?
    while true {
      // To compare keys is the user's code, which never runs inside a lock: there it is only seen whether another member has come since.
      let seen = count.load(ordering: .acquiring)
      if let found = table?.find(site, key) { return (found.takeUnretainedValue(), false) }
      let member = made ?? Member(site, key, in: scope, sharing(), replacement(of: site, key))
      made = member
      if add(member, seen) { return (member, true) }
    }
  }

  /// What replaces a member; the replacement of all its instances counts for each.
  private func replacement(of site: MemberSite, _ key: MemberKey?) -> Replacement? {
    if replacements.isEmpty { return nil }
    let id = site.id
    return replacements[Target(member: id, key: key)] ?? replacements[Target(member: id, key: nil)]
  }

  /// Adds a member that is not there.
  ///
  /// - Returns: Whether it was added; not when there are more now than were seen, one of which may be the same.
  func add(_ member: Member, after seen: Int) -> Bool {
    guard count.load(ordering: .relaxed) == seen else { return false }
    roomyTable(for: seen + 1).insert(.passRetained(member))
    count.store(seen + 1, ordering: .releasing)
    return true
  }

  private func roomyTable(for count: Int) -> UnsafeMutablePointer<MemberTable> {
    let old = table
    if let old, UInt(count) * 2 <= old.pointee.mask + 1 { return old }
    let capacity = old.map { Int($0.pointee.mask + 1) * 2 } ?? 32
    let new = UnsafeMutablePointer<MemberTable>(capacity: capacity, of: self, after: old)
    newest.store(new, ordering: .releasing)
    return new
  }
}
