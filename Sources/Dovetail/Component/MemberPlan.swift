// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The members that components of one type were seen to read. A new component begins with an empty cell for each of them and the table that
/// leads to them, all in one block of memory that is copied from the plan: whatever leads from one part of it to another counts bytes.
// SAFETY: what it leads to is written by `init`, before anybody can see it, never changes, and is never freed. Of the bytes that are copied
// none holds anything: the cells are plain, and empty.
struct MemberPlan: Equatable, @unchecked Sendable {
  /// Where what belongs to a member is, in bytes from the beginning of the block.
  struct Item {
    let member: Member
    let note: Int
    let cell: Int
  }

  struct Layout {
    let items: UnsafeBufferPointer<Item>
    /// Where the cells of single members are.
    let singles: UnsafeBufferPointer<Int>
    /// How large the table is with which the block begins.
    let capacity: Int
    let byteCount: Int
    let alignment: Int
    let block: UnsafeMutableRawPointer
  }

  static let empty = MemberPlan([])

  private let layout: UnsafePointer<Layout>

  var items: UnsafeBufferPointer<Item> { layout.pointee.items }
  var singles: UnsafeBufferPointer<Int> { layout.pointee.singles }
  var byteCount: Int { layout.pointee.byteCount }
  var alignment: Int { layout.pointee.alignment }

  /// - Parameter members: All are single or transient, and read at their first place.
  init(_ members: [Member]) {
    var capacity = 32
    while capacity < members.count * 2 { capacity *= 2 }
    // With marks for a few members that are met later.
    let width = min(MemberNote.maximalWidth, (members.count + 15) / 8 * 8)
    var end = MemberTable.byteCount(capacity)
    let items = members.map { member in
      let note = end
      let cell = (end + MemberNote.byteCount(width)).roundedUp(toMultipleOf: member.cellAlignment)
      end = (cell + MemberCell.byteCount(member, in: member.scope)).roundedUp(toMultipleOf: MemoryLayout<UInt>.alignment)
      return Item(member: member, note: note, cell: cell)
    }
    let alignment = members.map(\.cellAlignment).max() ?? MemoryLayout<UInt>.alignment
    let block = UnsafeMutableRawPointer.allocate(byteCount: end, alignment: alignment)
    MemberPlan.fill(block, items, capacity: capacity, width: width)
    let singles = items.filter { $0.member.scope == .single }.map(\.cell)
    let layout = UnsafeMutablePointer<Layout>.allocate(capacity: 1)
    layout.initialize(
      to: Layout(
        items: MemberPlan.copy(items), singles: MemberPlan.copy(singles), capacity: capacity, byteCount: end,
        alignment: alignment, block: block))
    self.layout = UnsafePointer(layout)
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = copy.initialize(from: elements)
    return UnsafeBufferPointer(copy)
  }

  private static func fill(_ block: UnsafeMutableRawPointer, _ items: [Item], capacity: Int, width: Int) {
    let table = MemberTable(in: block, capacity: capacity)
    for (index, item) in items.enumerated() {
      let (member, scope) = (item.member, item.member.scope)
      let note = MemberNote(at: block + item.note, member, in: scope, index: index, width: width)
      let cell = MemberCell(at: block + item.cell, of: member, note, in: scope, scope == .single ? .single : .transient)
      table.insert(member.site, member.site.pointee.line, cell.address)
    }
  }

  /// A block for a new component.
  func copy(_ thread: MemberThread) -> UnsafeMutableRawPointer {
    let copy = thread.takeMemory(for: self)
    copy.copyMemory(from: layout.pointee.block, byteCount: byteCount)
    return copy
  }

  /// The table in such a block.
  func table(in block: UnsafeMutableRawPointer) -> MemberTable { MemberTable(at: block, capacity: layout.pointee.capacity) }
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

  /// Adds a member that a component of the type has read. A plan has so many at most that those who read others are noted by marks.
  func add(_ member: Member) {
    members.withLock { members in
      guard members.count < MemberNote.maximalWidth, !members.contains(member) else { return }
      members.append(member)
      newest.store(nil, ordering: .releasing)
    }
  }
}
