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
    /// Where the value is, once reads may take the short way.
    @usableFromInline let ready = Atomic<UnsafeMutableRawPointer?>(nil)
    /// Goes from vacant to one site, and from there to none, and never back. It is never nil; with a type that says so, it would be checked.
    @usableFromInline let place = Atomic<UnsafePointer<MemberSite>?>(MemberSite.vacant)
    /// Where what is kept of the member is, in bytes from here, so that a table may be copied with what it leads to. It is there before
    /// the site, and stays when the entry is given up.
    fileprivate let object = Atomic<Int>(0)
    /// Makes an entry as long as a power of two, so that finding one takes no multiplication.
    private let filling: UInt = 0

    /// Gives up the entry. Whoever makes a value for it may still make it ready, which nobody sees.
    func forget() {
      place.store(MemberSite.none, ordering: .releasing)
      ready.store(nil, ordering: .releasing)
    }

    @inlinable @inline(__always)
    var site: UnsafePointer<MemberSite> { place.load(ordering: .acquiring).unsafelyUnwrapped }

    /// Whether the entry was filled and not given up.
    var isLive: Bool {
      let site = site
      return site != MemberSite.vacant && site != MemberSite.none
    }

    /// Whether the entry is the one of a site.
    @inlinable @inline(__always)
    func holds(_ site: MemberSite) -> Bool { site.isSame(as: self.site) }
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
    self.init(at: memory, capacity: capacity)
    for place in 0..<capacity { (entries + place).initialize(to: Entry()) }
  }

  /// A table that is there.
  init(at memory: UnsafeMutableRawPointer, capacity: Int) {
    self.init(memory.assumingMemoryBound(to: Entry.self), mask: UInt(capacity - 1))
  }

  static func byteCount(_ capacity: Int) -> Int { capacity * MemoryLayout<Entry>.stride }

  var capacity: Int { Int(mask) + 1 }

  /// How many entries were not given up.
  var liveCount: Int { (0..<capacity).count(where: { (entries + $0).pointee.isLive }) }

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
    while true {
      let found = first(hash).pointee.site
      if site.isSame(as: found) { return first(hash) }
      if found == MemberSite.vacant { return nil }
      hash &+= 1
    }
  }

  /// Adds a site that the table does not have. To be called by one thread at a time, and never when ``isFull(_:)``.
  func insert(
    _ site: UnsafePointer<MemberSite>, _ hash: UInt, _ object: UnsafeMutableRawPointer, ready: UnsafeMutableRawPointer? = nil
  ) {
    var hash = hash
    while first(hash).pointee.site != MemberSite.vacant { hash &+= 1 }
    let entry = first(hash)
    entry.pointee.object.store(object - UnsafeMutableRawPointer(entry), ordering: .relaxed)
    entry.pointee.place.store(site, ordering: .releasing)
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
      guard entry.pointee.isLive else { continue }
      let site = entry.pointee.site
      insert(site, hash(site.pointee), entry.object, ready: entry.pointee.ready.load(ordering: .relaxed))
      count += 1
    }
    return count
  }
}

extension UnsafeMutablePointer<MemberTable.Entry> {
  /// What is kept of the member, also when the entry was given up. To be asked when the entry was seen filled.
  var object: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) + pointee.object.load(ordering: .relaxed) }

  /// What is kept of the member of a component; `nil` when the entry was given up.
  var cell: MemberCell? { pointee.isLive ? MemberCell(at: object) : nil }
}
