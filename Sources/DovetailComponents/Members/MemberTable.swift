// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// The members of a generation by their sites, read without a lock: open addressing, at most half full, and entries are never removed. It is the head of a
/// block, which its generation frees; the slots lie behind it:
///
///     mask | generation | previous | slot 0 | slot 1 | … | slot mask
@usableFromInline
struct MemberTable: ~Copyable {
  @usableFromInline typealias Handle = Block<MemberTable>
  @usableFromInline typealias Slot = Atomic<Member.Handle?>

  /// The number of slots, a power of two, less one.
  @usableFromInline let mask: UInt64
  /// The owner; `nil` in the table without members.
  let generation: Unheld<Generation>?
  /// The table that this one has replaced: it may still have readers.
  let previous: Handle?

  var capacity: Int { Int(truncatingIfNeeded: mask) &+ 1 }
}

// SAFETY (for the slots): they are made with the table and never freed before it; nil is a word of zeros.
extension MemberTable.Handle {
  @inlinable @inline(__always)
  func slot(_ place: UInt64) -> UnsafeMutablePointer<MemberTable.Slot> {
    room(alignment: MemoryLayout<MemberTable.Slot>.alignment).typed(as: MemberTable.Slot.self)
      + Int(truncatingIfNeeded: place & head.pointee.mask)
  }

  /// The member of a site, as far as the fast path can see.
  @inlinable @inline(__always)
  func find(_ site: MemberSite) -> Member.Handle? {
    var place = site.hash
    while let member = slot(place).pointee.load(ordering: .acquiring) {
      if member.head.pointee.site.isSame(as: site) { return member }
      place &+= 1
    }
    return nil
  }

  /// The member that a read asks for.
  func find(_ read: borrowing MemberRead) -> Member.Handle? {
    var place = read.hash
    while let member = slot(place).pointee.load(ordering: .acquiring) {
      if member.head.pointee.site == read.site, member.head.pointee.key == read.key { return member }
      place &+= 1
    }
    return nil
  }

  /// Makes a table with the members of another one.
  ///
  /// - Parameter capacity: The number of slots, a power of two.
  init(capacity: Int, of generation: Generation? = nil, after previous: MemberTable.Handle? = nil) {
    let mask = UInt64(truncatingIfNeeded: capacity &- 1)
    let (size, alignment) = (MemoryLayout<MemberTable.Slot>.stride, MemoryLayout<MemberTable.Slot>.alignment)
    self.init(
      MemberTable(mask: mask, generation: generation.map { Unheld($0) }, previous: previous), size: capacity &* size,
      alignment: alignment)
    room(alignment: alignment).typed(as: UInt.self).initialize(repeating: 0, count: capacity)
    previous?.forEach { insert($0) }
  }

  /// Adds a member. To be called by one thread at a time, and only while less than half of the slots are taken.
  func insert(_ member: Member.Handle) {
    var place = member.head.pointee.hash
    while slot(place).pointee.load(ordering: .relaxed) != nil { place &+= 1 }
    assert(place &- member.head.pointee.hash < head.pointee.mask)
    slot(place).pointee.store(member, ordering: .releasing)
  }

  func forEach(_ body: (Member.Handle) -> Void) {
    for place in 0...head.pointee.mask {
      if let member = slot(place).pointee.load(ordering: .acquiring) { body(member) }
    }
  }

  func freeAll() {
    head.pointee.previous?.freeAll()
    free()
  }
}
