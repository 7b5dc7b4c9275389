// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Finds the slot for a request by name: chains of types and names, which only grow, and are read without a lock.
///
/// A name is compared by the bytes of the `String` itself, not of its text: a short text is those bytes, and a longer literal at one place in the source has
/// one address. An equal name at another address takes the slow path, which compares texts.
// SAFETY: a chain grows at its head, by an atomic store that releases the new entry. Entries and chains stay until `deinit`. The container holds the table
// and the slots that it knows.
final class NameTable: @unchecked Sendable {
  private struct Entry {
    let type: UInt
    let bytes: Bytes
    /// Held, so that no other text can reuse its address.
    let name: String
    let slot: RootTable.Found
    let next: UnsafeMutablePointer<Entry>?
  }

  /// The bytes of a `String`. If they are equal, so is the text.
  private typealias Bytes = (first: UInt, last: UInt)

  private typealias Chain = Atomic<UnsafeMutablePointer<Entry>?>

  /// The number of spellings of one name that are remembered for a key.
  private static let spellings = 4

  private let mask: Int
  /// Made for the first name; many containers are never asked by name.
  private let chains = Atomic<UnsafeMutablePointer<Chain>?>(nil)
  /// The number of entries for each slot, by its address.
  private let known = Lock<[Int: Int]>([:])

  init(for count: Int) {
    var capacity = 2
    while capacity < count { capacity *= 2 }
    mask = capacity - 1
  }

  deinit {
    guard let chains = chains.load(ordering: .acquiring) else { return }
    for place in 0...mask {
      var next = chains[place].load(ordering: .acquiring)
      while let entry = next {
        next = entry.pointee.next
        entry.deinitialize(count: 1)
        entry.deallocate()
      }
    }
    chains.deallocate()
  }

  /// The slot of a key; `nil` before its first request.
  ///
  /// - Parameter type: The identity of the type; 0 for a name alone.
  @inline(__always)
  func slot(_ type: UInt, _ name: String) -> RootTable.Found? {
    guard let chains = chains.load(ordering: .acquiring) else { return nil }
    let bytes = NameTable.bytes(of: name)
    var next = chains[place(of: bytes, type)].load(ordering: .acquiring)
    while let entry = next {
      if entry.pointee.bytes == bytes, entry.pointee.type == type { return entry.pointee.slot }
      next = entry.pointee.next
    }
    return nil
  }

  /// Remembers the slot of a key, up to a number of spellings.
  @inline(never)
  func learn(_ type: UInt, _ name: String, _ slot: RootTable.Found) {
    known.withLock { known in
      let id = Int(bitPattern: slot.address.pointer)
      guard self.slot(type, name) == nil, known[id, default: 0] < NameTable.spellings else { return }
      known[id, default: 0] += 1
      let bytes = NameTable.bytes(of: name)
      let chain = begun() + place(of: bytes, type)
      let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
      entry.initialize(to: Entry(type: type, bytes: bytes, name: name, slot: slot, next: chain.pointee.load(ordering: .relaxed)))
      chain.pointee.store(entry, ordering: .releasing)
    }
  }

  // SAFETY: a `String` takes two words.
  @inline(__always)
  private static func bytes(of name: String) -> Bytes { unsafeBitCast(name, to: Bytes.self) }

  @inline(__always)
  private func place(of bytes: Bytes, _ type: UInt) -> Int {
    RootTable.hash(bytes.first ^ (bytes.last &* 0xFF51_AFD7_ED55_8CCD) ^ type) & mask
  }

  private func begun() -> UnsafeMutablePointer<Chain> {
    if let chains = chains.load(ordering: .relaxed) { return chains }
    let fresh = UnsafeMutablePointer<Chain>.allocate(capacity: mask + 1)
    for place in 0...mask { (fresh + place).initialize(to: Atomic(nil)) }
    chains.store(fresh, ordering: .releasing)
    return fresh
  }
}
