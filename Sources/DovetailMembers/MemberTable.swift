// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
public import Synchronization

/// The members of a generation by their sites, read without a lock: open addressing, at most half full, and entries are never removed. The slots lie behind it:
///
///     mask | shift | misses | generation | previous | slot 0 | slot 1 | … | slot mask
@usableFromInline
struct MemberTable: ~Copyable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<MemberTable>
  @usableFromInline typealias Slot = Atomic<Member.Pointer?>

  /// The number of slots, a power of two, less one.
  @usableFromInline let mask: UInt64
  /// The place in a hash of the bits that lead to the first slot.
  @usableFromInline let shift: UInt64
  /// The number of reads that did not find their member there, as far as it is counted.
  private let misses = Atomic<Int>(0)
  /// The owner of these members, which holds the table; `nil` in the table without members.
  let generation: Unmanaged<Generation>?
  /// The table that this one has replaced: it may still have readers.
  let previous: Pointer?

  var bits: Int { mask.nonzeroBitCount }

  /// Notes a read that did not find its member at the first slot.
  ///
  /// - Returns: Whether it is time to look for a better table: after 64 reads, and whenever there are twice as many, up to 4,096. Then members that still
  ///   miss are no longer counted, because all readers share this memory.
  func noteMiss() -> Bool {
    guard misses.load(ordering: .relaxed) < 4096 else { return false }
    let count = misses.add(1, ordering: .relaxed).newValue
    return count >= 64 && count.nonzeroBitCount == 1
  }
}

// SAFETY (for the slots): they are made with the table and never freed before it; nil is a word of zeros.
extension MemberTable.Pointer {
  @inlinable @inline(__always)
  func slot(_ place: UInt64) -> UnsafeMutablePointer<MemberTable.Slot> {
    let slots = UnsafeMutableRawPointer(self + 1).assumingMemoryBound(to: MemberTable.Slot.self)
    return slots + Int(truncatingIfNeeded: place & pointee.mask)
  }

  /// The member of a site, if it is at its first slot; the slow path looks further.
  @inlinable @inline(__always)
  func first(_ site: MemberSite) -> Member.Pointer? {
    let member = slot(site.hash &>> pointee.shift).pointee.load(ordering: .acquiring)
    guard let member, member.pointee.site.isSame(as: site) else { return nil }
    return member
  }

  /// The member that a read asks for.
  @inline(__always)
  func find(_ read: MemberRead) -> Member.Pointer? {
    let place = read.hash &>> pointee.shift
    return slot(place).pointee.load(ordering: .acquiring) == nil ? nil : findNext(read, from: place)
  }

  @inline(never)
  private func findNext(_ read: MemberRead, from place: UInt64) -> Member.Pointer? {
    var place = place
    while let member = slot(place).pointee.load(ordering: .acquiring) {
      if member.pointee.site == read.site, member.pointee.key == read.key { return member }
      place &+= 1
    }
    return nil
  }

  /// Makes a table with the members of another one. Those with keys come last: their reads never end at the first slot.
  init(bits: Int, shift: UInt64, of generation: Generation? = nil, after previous: MemberTable.Pointer? = nil) {
    let capacity = 1 &<< bits
    let memory = UnsafeMutableRawPointer.fromHeap(
      byteCount: MemoryLayout<MemberTable>.stride + capacity &* MemoryLayout<MemberTable.Slot>.stride, alignment: 8)
    self = memory.bindMemory(to: MemberTable.self, capacity: 1)
    let mask = UInt64(truncatingIfNeeded: capacity &- 1)
    initialize(to: MemberTable(mask: mask, shift: shift, generation: generation.map { .passUnretained($0) }, previous: previous))
    let slots = UnsafeMutableRawPointer(self + 1)
    slots.initializeMemory(as: UInt.self, repeating: 0, count: capacity)
    slots.bindMemory(to: MemberTable.Slot.self, capacity: capacity)
    guard let previous else { return }
    previous.forEach { if $0.pointee.key == nil { insert($0) } }
    previous.forEach { if $0.pointee.key != nil { insert($0) } }
  }

  /// The shift under which the fewest members without keys meet; the present one if no other is better.
  var bestShift: UInt64 {
    var hashes: [UInt64] = []
    forEach { if $0.pointee.key == nil { hashes.append($0.pointee.hash) } }
    var (best, fewest) = (pointee.shift, Int.max)
    for shift in [best] + (0...UInt64(64 - pointee.bits)).reversed() where fewest > 0 {
      let meeting = hashes.count - Set(hashes.map { $0 &>> shift & pointee.mask }).count
      if meeting < fewest { (best, fewest) = (shift, meeting) }
    }
    return best
  }

  /// Adds a member. To be called by one thread at a time, and only while less than half of the slots are taken.
  func insert(_ member: Member.Pointer) {
    var place = member.pointee.hash &>> pointee.shift
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
    UnsafeMutableRawPointer(self).backToHeap(alignment: 8)
  }
}
