// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import Synchronization

/// Finds the slot for a request of a plain type: an open-addressed table of type identities that never changes once it is made.
///
/// It is the fast path of a request, inlined into the caller: a built singleton is returned after two loads and a comparison. All other requests go on with the
/// slot found.
// SAFETY: the memory is written before the container is handed out, and freed in `deinit`; the container holds the table, its slots and their instances.
@usableFromInline
final class RootTable: @unchecked Sendable {
  @usableFromInline
  package struct Entry {
    /// The identity of the type; 0 when the entry is free.
    @usableFromInline var type: UInt = 0
    /// The shared value of a singleton that depends on no other container.
    @usableFromInline var instance: Unmanaged<Instance>?
    @usableFromInline var slot: Found?
  }

  /// The address of a slot.
  @usableFromInline
  struct Found {
    let address: UnsafeMutableRawPointer
  }

  @usableFromInline let mask: Int
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// False once the container has closed; then no request takes the fast path.
  @usableFromInline let isOpen = Atomic<Bool>(true)

  /// Whether the slots are those of one container only, so that only its closing ends the fast path.
  let isWhole: Bool

  /// Creates an empty table for a number of slots.
  init(for count: Int, isWhole: Bool) {
    self.isWhole = isWhole
    var capacity = 2
    while capacity * 2 < count * 3 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
  }

  deinit { entries.deallocate() }

  /// Adds a slot, before the table is in use; of two slots for one type the first one stays. The caller keeps the slots alive.
  func add(_ slot: Found, of type: ObjectIdentifier, _ instance: Instance?) {
    let bits = UInt(bitPattern: type)
    var place = RootTable.hash(bits) & mask
    while entries[place].type != 0, entries[place].type != bits { place = (place &+ 1) & mask }
    guard entries[place].type == 0 else { return }
    entries[place] = Entry(type: bits, instance: isWhole ? instance.map { .passUnretained($0) } : nil, slot: slot)
  }

  /// The entry of a type; empty when nothing is bound under exactly this type.
  @inlinable @inline(__always)
  func entry(_ type: ObjectIdentifier) -> UnsafePointer<Entry> {
    let bits = UInt(bitPattern: type)
    var place = RootTable.hash(bits) & mask
    while entries[place].type != bits, entries[place].type != 0 { place = (place &+ 1) & mask }
    return UnsafePointer(entries + place)
  }

  /// The address of the value, when it is built and the container is open. As an optional, a value behind a protocol would be moved twice.
  @inlinable @inline(__always)
  func ready(_ entry: UnsafePointer<Entry>) -> UnsafeMutableRawPointer? {
    guard let instance = entry.pointee.instance, isOpen.load(ordering: .relaxed) else { return nil }
    return instance._withUnsafeGuaranteedRef { $0.place.ready.load(ordering: .acquiring) }
  }

  /// Whether the container has closed.
  @inline(__always)
  var isShut: Bool { !isOpen.load(ordering: .relaxed) }

  /// Sends every request down the slow path from now on.
  func shut() { isOpen.store(false, ordering: .releasing) }

  /// Multiplicative hashing: D. Knuth, The Art of Computer Programming, volume 3, section 6.4; the factor is 2^64 divided by the
  /// golden ratio.
  @inlinable @inline(__always)
  static func hash(_ bits: UInt) -> Int { Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32) }
}
