// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import Synchronization

/// Finds the slot for a request of a plain type: an open-addressed table of type identities that never changes once it is made.
///
/// It is the fast path of a request, inlined into the caller: a built singleton is returned after two loads and a comparison. All other requests go on with the
/// slot found.
// SAFETY: the memory is written before the container is handed out, and freed in `deinit`; the container holds the table, its slots and their instances.
@usableFromInline
package final class RootTable: @unchecked Sendable {
  @usableFromInline
  package struct Entry {
    /// The identity of the type; 0 when the entry is free.
    @usableFromInline var type: UInt = 0
    /// The shared value of a singleton that depends on no other container.
    @usableFromInline var instance: Unheld<Instance>?
    @usableFromInline var slot: Found?
  }

  // Inert: an address of a slot, which the container holds.
  @usableFromInline
  struct Found: Inert {
    let address: Address
  }

  @usableFromInline let mask: Int
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// False once the container has closed; then no request takes the fast path.
  @usableFromInline let isOpen = Atomic<Bool>(true)

  /// Whether the slots are those of one container only, so that only its closing ends the fast path.
  let isWhole: Bool

  /// Creates a table; of two slots for one type the first one stays. The caller keeps the slots alive.
  init(_ slots: some Collection<(type: ObjectIdentifier, slot: Found, instance: Instance?)>, isWhole: Bool) {
    self.isWhole = isWhole
    var capacity = 2
    while capacity * 2 < slots.count * 3 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
    for (type, slot, instance) in slots {
      let place = UnsafeMutablePointer(mutating: entry(type))
      if place.pointee.type != 0 { continue }
      let ready = isWhole ? instance.map { Unheld($0) } : nil
      place.pointee = Entry(type: UInt(bitPattern: type), instance: ready, slot: slot)
    }
  }

  deinit { entries.deallocate() }

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
  func ready(_ entry: UnsafePointer<Entry>) -> Address? {
    guard let instance = entry.pointee.instance, isOpen.load(ordering: .relaxed) else { return nil }
    return instance.use { $0.memory }
  }

  @inline(__always)
  var isShut: Bool { !isOpen.load(ordering: .relaxed) }

  /// Sends every request down the slow path from now on.
  func shut() { isOpen.store(false, ordering: .releasing) }

  /// Takes ``shut()`` back.
  func unshut() { isOpen.store(true, ordering: .releasing) }

  /// Multiplicative hashing: D. Knuth, The Art of Computer Programming, volume 3, section 6.4; the factor is 2^64 divided by the
  /// golden ratio.
  @inlinable @inline(__always)
  static func hash(_ bits: UInt) -> Int { Int(truncatingIfNeeded: (UInt64(bits) &* 0x9E37_79B9_7F4A_7C15) >> 32) }
}
