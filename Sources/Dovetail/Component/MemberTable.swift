// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// The members of a generation by where they ask, read without a lock: open addressing, at most half full, and nothing is ever taken out. The
/// slots lie behind it:
///
///     mask | generation | previous | slot 0 | slot 1 | … | slot mask
@usableFromInline
struct MemberTable: ~Copyable {
  @usableFromInline package typealias Slot = Atomic<Unmanaged<Member>?>

  /// How many slots there are, a power of two, less one.
  @usableFromInline let mask: UInt
  /// Whose members these are; it holds the table.
  let generation: Unmanaged<Generation>
  /// The table that this one has replaced: somebody may still read it.
  let previous: UnsafeMutablePointer<MemberTable>?
}

// SAFETY (for the slots): they are made with the table and never freed before it; nil is a word of zeros.
extension UnsafeMutablePointer<MemberTable> {
  @inlinable @inline(__always)
  func slot(_ hash: UInt) -> UnsafeMutablePointer<MemberTable.Slot> {
    let slots = UnsafeMutableRawPointer(self + 1).assumingMemoryBound(to: MemberTable.Slot.self)
    return slots + Int(bitPattern: hash & pointee.mask)
  }

  /// The member of a site, if it is where it is looked for first; the long way looks further.
  @inlinable @inline(__always)
  func first(_ site: MemberSite) -> Unmanaged<Member>? {
    guard let member = slot(site.hash).pointee.load(ordering: .acquiring),
      member._withUnsafeGuaranteedRef({ $0.site.isSame(as: site) })
    else { return nil }
    return member
  }

  /// The member of a site and, where it has one, a key.
  func find(_ site: MemberSite, _ key: MemberKey?) -> Unmanaged<Member>? {
    var hash = Member.hash(site, key)
    while let member = slot(hash).pointee.load(ordering: .acquiring) {
      if member._withUnsafeGuaranteedRef({ $0.site == site && $0.key == key }) { return member }
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
    for place in 0..<capacity { slot(UInt(place)).initialize(to: MemberTable.Slot(nil)) }
    previous?.members.forEach { insert($0) }
  }

  /// Adds a member. To be called by one thread at a time, and only while less than half of the slots are taken.
  func insert(_ member: Unmanaged<Member>) {
    var hash = member._withUnsafeGuaranteedRef { $0.hash }
    while slot(hash).pointee.load(ordering: .relaxed) != nil { hash &+= 1 }
    slot(hash).pointee.store(member, ordering: .releasing)
  }

  var members: [Unmanaged<Member>] { (0...pointee.mask).compactMap { slot($0).pointee.load(ordering: .acquiring) } }

  func deallocate() {
    pointee.previous?.deallocate()
    UnsafeMutableRawPointer(self).backToHeap(alignment: 8)
  }
}
