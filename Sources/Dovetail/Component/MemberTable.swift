// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The cells of a component by member, read without a lock: open addressing, at most half full, never shrinking.
// SAFETY: every place is an atomic that goes from nil to one cell and never back. A table never owns its cells; the store that made both
// keeps them as long as itself.
final class MemberTable: @unchecked Sendable {
  private let places: UnsafeMutablePointer<Atomic<Unmanaged<MemberCell>?>>
  private let mask: UInt
  /// Written by one thread at a time: see ``insert(_:)``.
  private(set) var count = 0

  /// Creates an empty table.
  ///
  /// - Parameter capacity: A power of two.
  init(capacity: Int) {
    mask = UInt(capacity - 1)
    places = .allocate(capacity: capacity)
    for place in 0..<capacity { (places + place).initialize(to: Atomic(nil)) }
  }

  deinit {
    places.deinitialize(count: Int(mask) + 1)
    places.deallocate()
  }

  var isFull: Bool { count * 2 > Int(mask) }

  @inline(__always)
  func find(_ member: Member) -> MemberCell? {
    cell(member.hash) { $0.isSame(as: member) }?.takeUnretainedValue()
  }

  /// Looks at the cell of a member, when it is there and its texts are at the site's addresses.
  @inline(__always)
  func read<Result>(_ site: MemberSite, _ look: (MemberCell) -> Result?) -> Result? {
    cell(site.hash) { site.isSite(of: $0) }?._withUnsafeGuaranteedRef(look)
  }

  /// The first cell behind a place whose member is the one that is looked for.
  @inline(__always)
  private func cell(_ hash: UInt, where isWanted: (Member) -> Bool) -> Unmanaged<MemberCell>? {
    var place = hash & mask
    while let cell = places[Int(place)].load(ordering: .acquiring) {
      if cell._withUnsafeGuaranteedRef({ isWanted($0.member) }) { return cell }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds a cell of a member that the table does not have. To be called by one thread at a time, and never when ``isFull``.
  func insert(_ cell: MemberCell) {
    var place = cell.member.hash & mask
    while places[Int(place)].load(ordering: .relaxed) != nil { place = (place + 1) & mask }
    places[Int(place)].store(.passUnretained(cell), ordering: .releasing)
    count += 1
  }
}
