// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// The members of a generation by their sites, read without a lock: open addressing, at most half full, and entries are never removed. The slots lie behind it:
///
///     mask | generation | previous | slot 0 | slot 1 | … | slot mask
@usableFromInline
struct MemberTable: ~Copyable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<MemberTable>
  @usableFromInline typealias Slot = Atomic<Member.Pointer?>

  /// The number of slots, a power of two, less one.
  @usableFromInline let mask: UInt64
  /// The owner of these members, which holds the table; `nil` in the table without members.
  let generation: Uncounted<Generation>?
  /// The table that this one has replaced: it may still have readers.
  let previous: Pointer?

  var capacity: Int { Int(truncatingIfNeeded: mask) &+ 1 }
}

// SAFETY (for the slots): they are made with the table and never freed before it; nil is a word of zeros.
extension MemberTable.Pointer {
  @inlinable @inline(__always)
  func slot(_ place: UInt64) -> UnsafeMutablePointer<MemberTable.Slot> {
    let slots = UnsafeMutableRawPointer(self + 1).assumingMemoryBound(to: MemberTable.Slot.self)
    return slots + Int(truncatingIfNeeded: place & pointee.mask)
  }

  /// The member of a site, as far as the fast path can see.
  @inlinable @inline(__always)
  func find(_ site: MemberSite) -> Member.Pointer? {
    var place = site.hash
    while let member = slot(place).pointee.load(ordering: .acquiring) {
      if member.pointee.site.isSame(as: site) { return member }
      place &+= 1
    }
    return nil
  }

  /// The member that a read asks for.
  func find(_ read: borrowing MemberRead) -> Member.Pointer? {
    var place = read.hash
    while let member = slot(place).pointee.load(ordering: .acquiring) {
      if member.pointee.site == read.site, member.pointee.key == read.key { return member }
      place &+= 1
    }
    return nil
  }

  /// Makes a table with the members of another one.
  ///
  /// - Parameter capacity: The number of slots, a power of two.
  init(capacity: Int, of generation: Generation? = nil, after previous: MemberTable.Pointer? = nil) {
    let memory = UnsafeMutableRawPointer.fromHeap(
      byteCount: MemoryLayout<MemberTable>.stride + capacity &* MemoryLayout<MemberTable.Slot>.stride, alignment: 8)
    self = memory.bindMemory(to: MemberTable.self, capacity: 1)
    let mask = UInt64(truncatingIfNeeded: capacity &- 1)
    initialize(to: MemberTable(mask: mask, generation: generation.map { Uncounted($0) }, previous: previous))
    let slots = UnsafeMutableRawPointer(self + 1)
    slots.initializeMemory(as: UInt.self, repeating: 0, count: capacity)
    slots.bindMemory(to: MemberTable.Slot.self, capacity: capacity)
    previous?.forEach { insert($0) }
  }

  /// Adds a member. To be called by one thread at a time, and only while less than half of the slots are taken.
  func insert(_ member: Member.Pointer) {
    var place = member.pointee.hash
    while slot(place).pointee.load(ordering: .relaxed) != nil { place &+= 1 }
    slot(place).pointee.store(member, ordering: .releasing)
  }

  func forEach(_ body: (Member.Pointer) -> Void) {
    for place in 0...pointee.mask {
      if let member = slot(place).pointee.load(ordering: .acquiring) { body(member) }
    }
  }

  func deallocate() {
    pointee.previous?.deallocate()
    deinitialize(count: 1)
    UnsafeMutableRawPointer(self).backToHeap(alignment: 8)
  }
}
