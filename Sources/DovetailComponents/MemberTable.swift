// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// The members of a generation by their sites, read without a lock: open addressing, at most half full, and entries are never removed. The slots lie behind it:
///
///     mask | generation | previous | slot 0 | slot 1 | … | slot mask
@usableFromInline
struct MemberTable: ~Copyable {
  @usableFromInline typealias Slot = Atomic<Member.Pointer?>

  /// The number of slots, a power of two, less one.
  @usableFromInline let mask: UInt
  /// The owner of these members; it holds the table.
  let generation: Unmanaged<Generation>
  /// The table that this one has replaced: it may still have readers.
  let previous: UnsafeMutablePointer<MemberTable>?
}

// SAFETY (for the slots): they are made with the table and never freed before it; nil is a word of zeros.
extension UnsafeMutablePointer<MemberTable> {
  @inlinable @inline(__always)
  func slot(_ hash: UInt) -> UnsafeMutablePointer<MemberTable.Slot> {
    let slots = UnsafeMutableRawPointer(self + 1).assumingMemoryBound(to: MemberTable.Slot.self)
    return slots + Int(bitPattern: hash & pointee.mask)
  }

  /// The member of a site, if it is at its first slot; the slow path looks further.
  @inlinable @inline(__always)
  func first(_ site: MemberSite) -> Member.Pointer? {
    guard let member = slot(site.hash).pointee.load(ordering: .acquiring), member.pointee.site.isSame(as: site) else {
      return nil
    }
    return member
  }

  /// The member of a site and a key.
  @inline(__always)
  func find(_ site: MemberSite, _ key: MemberKey? = nil, from hash: UInt) -> Member.Pointer? {
    slot(hash).pointee.load(ordering: .acquiring) == nil ? nil : findNext(site, key, from: hash)
  }

  @inline(never)
  private func findNext(_ site: MemberSite, _ key: MemberKey?, from hash: UInt) -> Member.Pointer? {
    var hash = hash
    while let member = slot(hash).pointee.load(ordering: .acquiring) {
      if member.pointee.site == site, member.pointee.key == key { return member }
      hash &+= 1
    }
    return nil
  }

  /// Makes a table with the members of another one.
  init(capacity: Int, of generation: Generation, after previous: UnsafeMutablePointer<MemberTable>?) {
    let memory = UnsafeMutableRawPointer.fromHeap(
      byteCount: MemoryLayout<MemberTable>.stride + capacity * MemoryLayout<MemberTable.Slot>.stride, alignment: 8)
    self = memory.bindMemory(to: MemberTable.self, capacity: 1)
    initialize(to: MemberTable(mask: UInt(capacity - 1), generation: .passUnretained(generation), previous: previous))
    let slots = UnsafeMutableRawPointer(self + 1)
    slots.initializeMemory(as: UInt.self, repeating: 0, count: capacity)
    slots.bindMemory(to: MemberTable.Slot.self, capacity: capacity)
    previous?.forEach { insert($0) }
  }

  /// Adds a member. To be called by one thread at a time, and only while less than half of the slots are taken.
  func insert(_ member: Member.Pointer) {
    var hash = member.pointee.hash
    while slot(hash).pointee.load(ordering: .relaxed) != nil { hash &+= 1 }
    slot(hash).pointee.store(member, ordering: .releasing)
  }

  func forEach(_ body: (Member.Pointer) -> Void) {
    for place in 0...pointee.mask {
      if let member = slot(place).pointee.load(ordering: .acquiring) { body(member) }
    }
  }

  func deallocate() {
    pointee.previous?.deallocate()
    UnsafeMutableRawPointer(self).backToHeap(alignment: 8)
  }
}
