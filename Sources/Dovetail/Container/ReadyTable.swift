// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import Synchronization

/// Finds the shared value of a plain type that is built already: the short way of a request, which the compiler puts into the caller.
///
/// An open-addressed table of type identities that never changes once it is made. It leads to the singletons of a container that was
/// made over no other; everything else takes the way through the slots.
// SAFETY: the memory is written in `init` only and freed in `deinit`; the container holds the table and its instances.
@usableFromInline
final class ReadyTable: @unchecked Sendable {
  @usableFromInline
  struct Entry {
    /// The identity of the type; 0 where there is none.
    @usableFromInline let type: UInt
    @usableFromInline let instance: Unmanaged<Instance>?
  }

  @usableFromInline let mask: Int
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// False once the container has closed; then requests take the long way, which says so.
  @usableFromInline let isOpen = Atomic<Bool>(true)

  /// Creates a table; of two instances for one type the first one stays. The caller keeps the instances alive.
  init(_ instances: [(ObjectIdentifier, Instance)]) {
    var capacity = 2
    while capacity < instances.count * 2 { capacity *= 2 }
    mask = capacity - 1
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(type: 0, instance: nil), count: capacity)
    for (type, instance) in instances {
      let bits = UInt(bitPattern: type)
      var place = ReadyTable.hash(bits) & mask
      while entries[place].type != 0, entries[place].type != bits { place = (place &+ 1) & mask }
      if entries[place].type == 0 { entries[place] = Entry(type: bits, instance: .passUnretained(instance)) }
    }
  }

  deinit { entries.deallocate() }

  /// The value, when it is built and the container is open.
  @inlinable @inline(__always)
  func value<Value>(of type: Value.Type) -> Value? {
    let bits = UInt(bitPattern: ObjectIdentifier(type))
    var place = ReadyTable.hash(bits) & mask
    while true {
      let entry = entries[place]
      if entry.type == bits {
        guard isOpen.load(ordering: .relaxed), let instance = entry.instance else { return nil }
        return instance._withUnsafeGuaranteedRef { $0.value(as: type) }
      }
      if entry.type == 0 { return nil }
      place = (place &+ 1) & mask
    }
  }

  /// Leads every request the long way from now on.
  func shut() { isOpen.store(false, ordering: .releasing) }

  /// Multiplicative hashing: D. Knuth, The Art of Computer Programming, volume 3, section 6.4; the factor is 2^64 divided by the
  /// golden ratio.
  @inlinable @inline(__always)
  static func hash(_ bits: UInt) -> Int { Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32) }
}
