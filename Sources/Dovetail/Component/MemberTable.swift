// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// What is found by the place of a member, read without a lock: open addressing, at most half full, nothing is ever taken out.
///
/// The memory belongs to whoever made the table, and stays as long as anybody may read.
// SAFETY: `mask` never changes, and the entries are atomics.
@usableFromInline
struct MemberTable: @unchecked Sendable {
  @usableFromInline
  struct Head {
    @usableFromInline let mask: UInt
  }

  @usableFromInline
  struct Entry: ~Copyable {
    /// Goes from nil to one site and never back.
    @usableFromInline let site = Atomic<UnsafePointer<MemberSite>?>(nil)
    /// Where the value is, once reads may take the short way.
    @usableFromInline let ready = Atomic<UnsafeMutableRawPointer?>(nil)
    /// What is kept of the member; nil when it was forgotten.
    let object = Atomic<UnsafeMutableRawPointer?>(nil)
  }

  @usableFromInline let head: UnsafeMutablePointer<Head>

  @inlinable @inline(__always)
  init(at head: UnsafeMutablePointer<Head>) { self.head = head }

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - memory: As many bytes as ``byteCount(_:)`` says.
  ///   - capacity: A power of two.
  init(in memory: UnsafeMutableRawPointer, capacity: Int) {
    head = memory.initializeMemory(as: Head.self, to: Head(mask: UInt(capacity - 1)))
    for place in 0..<capacity { (entries + place).initialize(to: Entry()) }
  }

  static func byteCount(_ capacity: Int) -> Int { MemoryLayout<Head>.stride + capacity * MemoryLayout<Entry>.stride }

  @inlinable @inline(__always)
  var entries: UnsafeMutablePointer<Entry> {
    UnsafeMutableRawPointer(head + 1).assumingMemoryBound(to: Entry.self)
  }

  var capacity: Int { Int(head.pointee.mask) + 1 }

  /// Whether a table with so many sites takes no more.
  func isFull(_ count: Int) -> Bool { count * 2 >= capacity }

  /// The entry of a site, when it is there and its texts are at the site's addresses.
  @inlinable @inline(__always)
  func find(_ site: MemberSite) -> UnsafeMutablePointer<Entry>? {
    var place = site.hash & head.pointee.mask
    while let found = entries[Int(bitPattern: place)].site.load(ordering: .acquiring) {
      if site.isSame(as: found) { return entries + Int(bitPattern: place) }
      place = (place &+ 1) & head.pointee.mask
    }
    return nil
  }

  /// Adds what another table keeps; what it has forgotten stays behind.
  ///
  /// - Returns: How many sites that are.
  func insert(contentsOf other: MemberTable) -> Int {
    var count = 0
    for place in 0..<other.capacity {
      let entry = other.entries + place
      guard let site = entry.pointee.site.load(ordering: .relaxed), let object = entry.pointee.object.load(ordering: .relaxed)
      else { continue }
      insert(site, object, ready: entry.pointee.ready.load(ordering: .relaxed))
      count += 1
    }
    return count
  }

  /// Adds a site that the table does not have. To be called by one thread at a time, and never when ``isFull(_:)``.
  func insert(_ site: UnsafePointer<MemberSite>, _ object: UnsafeMutableRawPointer, ready: UnsafeMutableRawPointer? = nil) {
    var place = site.pointee.hash & head.pointee.mask
    while entries[Int(place)].site.load(ordering: .relaxed) != nil { place = (place &+ 1) & head.pointee.mask }
    entries[Int(place)].object.store(object, ordering: .relaxed)
    entries[Int(place)].ready.store(ready, ordering: .relaxed)
    entries[Int(place)].site.store(site, ordering: .releasing)
  }
}
