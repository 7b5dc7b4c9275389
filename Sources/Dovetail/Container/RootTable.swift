// SPDX-License-Identifier: Apache-2.0

/// Finds the slot of a plain type: an open-addressed table of type identities that never changes once it is made.
// SAFETY: the memory is written in `init` only and freed in `deinit`.
final class RootTable: @unchecked Sendable {
  private let mask: Int
  private let types: UnsafeMutablePointer<UInt>
  private let slots: UnsafeMutablePointer<Unmanaged<Slot>?>

  /// Creates a table; of two slots for one type the first one stays. The caller keeps the slots alive.
  init(_ entries: [(ObjectIdentifier, Slot)]) {
    var capacity = 8
    while capacity < entries.count * 2 { capacity *= 2 }
    mask = capacity - 1
    types = .allocate(capacity: capacity)
    types.initialize(repeating: 0, count: capacity)
    slots = .allocate(capacity: capacity)
    slots.initialize(repeating: nil, count: capacity)
    for (type, slot) in entries {
      let bits = UInt(bitPattern: type)
      var place = ReadyTable.hash(bits) & mask
      while types[place] != 0, types[place] != bits { place = (place &+ 1) & mask }
      guard types[place] == 0 else { continue }
      types[place] = bits
      slots[place] = .passUnretained(slot)
    }
  }

  deinit {
    types.deallocate()
    slots.deallocate()
  }

  /// The slot of a type; `nil` when nothing is bound under exactly this type.
  func slot(_ type: ObjectIdentifier) -> Slot? {
    let bits = UInt(bitPattern: type)
    var place = ReadyTable.hash(bits) & mask
    while true {
      let found = types[place]
      if found == bits { return slots[place]?.takeUnretainedValue() }
      if found == 0 { return nil }
      place = (place &+ 1) & mask
    }
  }
}
