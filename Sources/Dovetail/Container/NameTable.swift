// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Finds the slot for a request by name: an open-addressed table of types and names that grows with new requests, and is read without a lock.
///
/// A name is compared by the bytes of the `String` itself, not of its text: a short text is those bytes, and a longer literal at one place in the source has
/// one address. An equal name at another address takes the slow path, which compares texts.
// SAFETY: a place goes from nil to one entry and never back, by an atomic store that releases the entry. Entries and outgrown tables stay
// until `deinit`. The container holds the index and the slots that it knows.
final class NameTable: @unchecked Sendable {
  /// A key and its slot.
  struct Entry {
    let type: UInt
    let bytes: Bytes
    /// Held, so that no other text can reuse its address.
    let name: String
    let slot: RootTable.Found
  }

  /// The bytes of a `String`. If they are equal, so is the text.
  struct Bytes: Equatable {
    private var first: UInt64 = 0
    private var last: UInt64 = 0

    init(of name: String) {
      withUnsafeBytes(of: name) { name in withUnsafeMutableBytes(of: &self) { $0.copyMemory(from: name) } }
    }

    @inline(__always)
    func hash(with type: UInt) -> Int {
      RootTable.hash(UInt(truncatingIfNeeded: first) ^ UInt(truncatingIfNeeded: last &* 0xFF51_AFD7_ED55_8CCD) ^ type)
    }
  }

  private struct Buckets {
    let mask: Int
    let first: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Entry>?>>
  }

  // SAFETY: only touched under the lock.
  // Inert: it only grows.
  private struct Growing: @unchecked Sendable, Inert {
    var outgrown: [UnsafeMutablePointer<Buckets>] = []
    var entries: [UnsafeMutablePointer<Entry>] = []
    /// The number of entries for each slot.
    var spellings: [UnsafeMutableRawPointer: Int] = [:]
  }

  /// The number of spellings of one name that are remembered for a key.
  private static let spellings = 4

  private let places: Atomic<UnsafeMutablePointer<Buckets>>
  private let growing = Lock(Growing())

  init() { places = Atomic(NameTable.makePlaces(capacity: 2)) }

  deinit {
    let growing = growing.withLock { $0 }
    for entry in growing.entries {
      entry.deinitialize(count: 1)
      entry.deallocate()
    }
    for places in growing.outgrown + [places.load(ordering: .acquiring)] {
      places.pointee.first.deallocate()
      places.deallocate()
    }
  }

  /// The slot of a key; `nil` before its first request.
  ///
  /// - Parameter type: The identity of the type; 0 for a name alone.
  @inline(__always)
  func slot(_ type: UInt, _ name: String) -> RootTable.Found? {
    let bytes = Bytes(of: name)
    let places = places.load(ordering: .acquiring).pointee
    var place = bytes.hash(with: type) & places.mask
    while let entry = places.first[place].load(ordering: .acquiring) {
      if entry.pointee.bytes == bytes, entry.pointee.type == type { return entry.pointee.slot }
      place = (place &+ 1) & places.mask
    }
    return nil
  }

  /// Remembers the slot of a key, up to a number of spellings.
  @inline(never)
  func learn(_ type: UInt, _ name: String, _ slot: RootTable.Found) {
    growing.withLock { growing in
      let known = growing.spellings[slot.address, default: 0]
      guard self.slot(type, name) == nil, known < NameTable.spellings else { return }
      growing.spellings[slot.address] = known + 1
      let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
      entry.initialize(to: Entry(type: type, bytes: Bytes(of: name), name: name, slot: slot))
      growing.entries.append(entry)
      let present = places.load(ordering: .acquiring)
      if growing.entries.count * 2 <= present.pointee.mask + 1 { return NameTable.insert(entry, present) }
      let larger = NameTable.makePlaces(capacity: (present.pointee.mask + 1) * 2)
      for entry in growing.entries { NameTable.insert(entry, larger) }
      growing.outgrown.append(present)
      places.store(larger, ordering: .releasing)
    }
  }

  private static func makePlaces(capacity: Int) -> UnsafeMutablePointer<Buckets> {
    let places = UnsafeMutablePointer<Buckets>.allocate(capacity: 1)
    places.initialize(to: Buckets(mask: capacity - 1, first: .allocate(capacity: capacity)))
    for place in 0..<capacity { (places.pointee.first + place).initialize(to: Atomic(nil)) }
    return places
  }

  private static func insert(_ entry: UnsafeMutablePointer<Entry>, _ places: UnsafeMutablePointer<Buckets>) {
    var place = entry.pointee.bytes.hash(with: entry.pointee.type) & places.pointee.mask
    while places.pointee.first[place].load(ordering: .relaxed) != nil { place = (place &+ 1) & places.pointee.mask }
    places.pointee.first[place].store(entry, ordering: .releasing)
  }
}
