// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is to be closed when a component closes, or a `withOverrides(_:)` ends: newest first, once.
///
/// The cells are linked with each other; this is where the newest is.
// SAFETY: a cell is added by the thread that has made its value, once, and is linked before others can find it here.
struct MemberClosers: ~Copyable, @unchecked Sendable {
  private let newest = Atomic<UnsafeMutableRawPointer?>(nil)
  private let closed = Atomic<Bool>(false)

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Remembers a cell whose value is to be closed.
  ///
  /// - Returns: Whether it will be; false when it has closed already, and the caller has to see to it.
  borrowing func add(_ cell: MemberCell) -> Bool {
    var next = newest.load(ordering: .relaxed)
    while next != MemberClosers.end {
      cell.closes(before: next.map { MemberCell(at: $0) })
      let (exchanged, found) = newest.compareExchange(expected: next, desired: cell.address, ordering: .releasing)
      if exchanged { return true }
      next = found
    }
    return false
  }

  /// Closes everything. Later calls do nothing.
  ///
  /// - Parameter begin: Runs first, when ``isClosed`` is true already.
  borrowing func close(_ begin: () -> Void = {}) {
    closed.store(true, ordering: .releasing)
    begin()
    var next = newest.exchange(MemberClosers.end, ordering: .acquiringAndReleasing)
    while let address = next, address != MemberClosers.end {
      let cell = MemberCell(at: address)
      next = cell.nextToClose?.address
      cell.close()
    }
  }

  /// Stands for a list that takes no more; no address of a cell is odd.
  private static var end: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }
}
