// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The members that components of one type were seen to read. A new component begins with an empty cell for each of them, all in one block of
/// memory that is copied from the plan, and needs not add them one by one.
// SAFETY: what it leads to is written by `init`, before anybody can see it, never changes, and is never freed. Of the bytes that are copied
// none holds anything: the cells are plain, and empty.
struct MemberPlan: @unchecked Sendable {
  /// Where what belongs to a member is, in bytes from the beginning of the block.
  struct Item {
    let member: Member
    let note: Int
    let cell: Int
    /// Where the member is in a table of the plan's capacity.
    let entry: Int
  }

  static let empty = MemberPlan([])

  let items: UnsafeBufferPointer<Item>
  /// How large the table of a new component is.
  let capacity: Int
  let byteCount: Int
  let alignment: Int
  private let block: UnsafeMutableRawPointer

  /// - Parameter members: All are single or transient, and read at their first place.
  init(_ members: [Member]) {
    var capacity = 32
    while capacity < members.count * 2 { capacity *= 2 }
    var taken: Set<Int> = []
    var end = members.count * MemberNote.byteCount
    let items = members.enumerated().map { index, member in
      var entry = Int(member.site.pointee.line) & (capacity - 1)
      while !taken.insert(entry).inserted { entry = (entry + 1) & (capacity - 1) }
      let alignment = member.cellAlignment
      let cell = (end + alignment - 1) / alignment * alignment
      end = cell + MemberCell.byteCount(member, in: member.scope)
      return Item(member: member, note: index * MemberNote.byteCount, cell: cell, entry: entry)
    }
    self.capacity = capacity
    byteCount = end
    alignment = members.map(\.cellAlignment).max() ?? MemoryLayout<UInt>.alignment
    block = .allocate(byteCount: max(1, byteCount), alignment: alignment)
    let copy = UnsafeMutableBufferPointer<Item>.allocate(capacity: items.count)
    _ = copy.initialize(from: items)
    self.items = UnsafeBufferPointer(copy)
    for (index, item) in items.enumerated() {
      let (member, scope) = (item.member, item.member.scope)
      let note = MemberNote(at: block + item.note, member, in: scope, index: index)
      _ = MemberCell(at: block + item.cell, of: member, note, in: scope, scope == .single ? .single : .transient)
    }
  }

  /// A block for a new component. What leads from one part of it to others is yet to be set.
  func copy(_ arena: inout MemberArena) -> UnsafeMutableRawPointer {
    let copy = arena.allocate(byteCount: byteCount, alignment: alignment)
    copy.copyMemory(from: block, byteCount: byteCount)
    return copy
  }
}

/// Finds out, in the course of time, what the plan for the components of one type is.
// SAFETY: `newest` leads to what is written before, never changes, and is never freed.
final class MemberPlanner: @unchecked Sendable {
  private let members = Lock<[Member]>([])
  /// None when it has to be made anew.
  private let newest = Atomic<UnsafeMutablePointer<MemberPlan>?>(nil)

  /// The newest plan.
  var plan: MemberPlan {
    if let plan = newest.load(ordering: .acquiring) { return plan.pointee }
    return members.withLock { members in
      let plan = UnsafeMutablePointer<MemberPlan>.allocate(capacity: 1)
      plan.initialize(to: MemberPlan(members))
      newest.store(plan, ordering: .releasing)
      return plan.pointee
    }
  }

  /// Adds a member that a component of the type has read. A plan has so many at most that those who read others are noted by bits.
  func add(_ member: Member) {
    members.withLock { members in
      guard members.count < UInt64.bitWidth, !members.contains(member) else { return }
      members.append(member)
      newest.store(nil, ordering: .releasing)
    }
  }
}
