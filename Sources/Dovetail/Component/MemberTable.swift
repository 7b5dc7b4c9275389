// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// What is found by the place of a member, read without a lock: open addressing, at most half full; what is forgotten leaves its entry.
///
/// The memory belongs to whoever made the table, and stays as long as anybody may read.
// SAFETY: the entries are atomics.
@usableFromInline
struct MemberTable: @unchecked Sendable {
  @usableFromInline
  struct Entry: ~Copyable {
    /// Where the value is, once reads may take the short way; `site` is there before.
    @usableFromInline let ready = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Goes from nil to one site, and from there to none, and never back.
    @usableFromInline let site = Atomic<UnsafePointer<MemberSite>?>(nil)
    /// What is kept of the member; nil when the entry was given up.
    let object = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Makes an entry as long as a power of two, so that finding one takes no multiplication.
    private let filling: UInt = 0

    /// Gives up the entry. Whoever makes a value for it may still make it ready, which nobody sees.
    func forget() {
      site.store(MemberSite.none, ordering: .releasing)
      ready.store(nil, ordering: .releasing)
      object.store(nil, ordering: .releasing)
    }

    /// What is kept of the member of a component.
    var cell: MemberCell? { object.load(ordering: .acquiring).map { MemberCell(at: $0) } }

    /// Whether the entry is the one of a site; to be asked when it is `ready`.
    @inlinable @inline(__always)
    func holds(_ site: MemberSite) -> Bool {
      // SAFETY: the site is stored before what is ready.
      site.isSame(as: self.site.load(ordering: .relaxed).unsafelyUnwrapped)
    }
  }

  /// Which table readers look into. The mask is never ahead of the entries: it is loaded before them, and stored after them.
  @usableFromInline
  struct Current: ~Copyable {
    @usableFromInline let mask = Atomic<UInt>(0)
    @usableFromInline let entries = Atomic<UnsafeMutablePointer<Entry>?>(nil)

    init() {}

    @inlinable @inline(__always)
    func load() -> MemberTable? {
      let mask = mask.load(ordering: .acquiring)
      return entries.load(ordering: .acquiring).map { MemberTable($0, mask: mask) }
    }

    /// Changes to one that has at least as much room as the table before, or, for good, to none.
    func store(_ table: MemberTable?) {
      entries.store(table?.entries, ordering: .releasing)
      if let table { mask.store(table.mask, ordering: .releasing) }
    }
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// How many entries there are, a power of two, less one.
  @usableFromInline let mask: UInt

  @inlinable @inline(__always)
  init(_ entries: UnsafeMutablePointer<Entry>, mask: UInt) {
    self.entries = entries
    self.mask = mask
  }

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - memory: As many bytes as ``byteCount(_:)`` says.
  ///   - capacity: A power of two.
  init(in memory: UnsafeMutableRawPointer, capacity: Int) {
    // An entry of zeros is an empty one.
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemberTable.byteCount(capacity))
    self.init(memory.assumingMemoryBound(to: Entry.self), mask: UInt(capacity - 1))
  }

  static func byteCount(_ capacity: Int) -> Int { capacity * MemoryLayout<Entry>.stride }

  var capacity: Int { Int(mask) + 1 }

  /// How many entries were not given up.
  var liveCount: Int { (0..<capacity).count(where: { (entries + $0).pointee.cell != nil }) }

  /// Whether a table with so many sites takes no more.
  func isFull(_ count: Int) -> Bool { count * 2 >= capacity }

  /// The entry that is looked at first.
  ///
  /// - Parameter hash: What was given when the site was inserted.
  @inlinable @inline(__always)
  func first(_ hash: UInt) -> UnsafeMutablePointer<Entry> { entries + Int(bitPattern: hash & mask) }

  /// The entry of a site, when it is there and its texts are at the site's addresses.
  func find(_ site: MemberSite, _ hash: UInt) -> UnsafeMutablePointer<Entry>? {
    var hash = hash
    while let found = first(hash).pointee.site.load(ordering: .acquiring) {
      if site.isSame(as: found) { return first(hash) }
      hash &+= 1
    }
    return nil
  }

  /// Adds a site that the table does not have. To be called by one thread at a time, and never when ``isFull(_:)``.
  func insert(
    _ site: UnsafePointer<MemberSite>, _ hash: UInt, _ object: UnsafeMutableRawPointer, ready: UnsafeMutableRawPointer? = nil
  ) {
    var hash = hash
    while first(hash).pointee.site.load(ordering: .relaxed) != nil { hash &+= 1 }
    fill(Int(hash & mask), site, object, ready: ready)
  }

  /// Puts a site into an entry that is empty.
  func fill(
    _ place: Int, _ site: UnsafePointer<MemberSite>, _ object: UnsafeMutableRawPointer, ready: UnsafeMutableRawPointer? = nil
  ) {
    let entry = entries + place
    entry.pointee.object.store(object, ordering: .relaxed)
    entry.pointee.site.store(site, ordering: .releasing)
    if let ready { entry.pointee.ready.store(ready, ordering: .releasing) }
  }

  /// Adds what another table keeps; what it has forgotten stays behind.
  ///
  /// - Parameter hash: What is given for a site.
  /// - Returns: How many sites that are.
  func insert(contentsOf other: MemberTable, _ hash: (MemberSite) -> UInt) -> Int {
    var count = 0
    for place in 0..<other.capacity {
      let entry = other.entries + place
      guard let site = entry.pointee.site.load(ordering: .relaxed), let object = entry.pointee.object.load(ordering: .relaxed)
      else { continue }
      insert(site, hash(site.pointee), object, ready: entry.pointee.ready.load(ordering: .relaxed))
      count += 1
    }
    return count
  }
}
