// SPDX-License-Identifier: Apache-2.0

/// The slots that a walk has met: an open-addressed table of their addresses. The container holds the slots.
struct SlotSet {
  /// A power of two; at most half are used; 0 is a free place.
  private var places: [UInt]
  private var count = 0

  /// - Parameter count: The expected number of slots.
  init(for count: Int) {
    var capacity = 8
    while capacity < count * 2 { capacity *= 2 }
    places = Array(repeating: 0, count: capacity)
  }

  /// - Returns: Whether the slot is new.
  mutating func insert(_ slot: Slot) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(slot))
    let place = place(of: address)
    if places[place] == address { return false }
    places[place] = address
    count += 1
    if count * 2 > places.count { grow() }
    return true
  }

  private mutating func grow() {
    let old = places
    places = Array(repeating: 0, count: old.count * 2)
    for address in old where address != 0 { places[place(of: address)] = address }
  }

  /// The place of an address, or the place to put it.
  private func place(of address: UInt) -> Int {
    let mask = places.count - 1
    var place = RootTable.hash(address) & mask
    while places[place] != 0, places[place] != address { place = (place &+ 1) & mask }
    return place
  }
}
