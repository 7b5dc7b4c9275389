// SPDX-License-Identifier: Apache-2.0

/// Leads from keys to the indices of bindings.
///
/// Most keys are types without a name. They are found by the identity of the type, in an open-addressed table; all others are in a
/// dictionary. Keys are never removed.
package struct KeyTable: Sendable {
  private struct Place: Sendable {
    var type: ObjectIdentifier?
    var index: Int32 = 0
  }

  /// A power of two; at most three quarters are used.
  private var places: [Place]
  private var taken = 0
  private var others: [Graph.Key: Int] = [:]

  /// - Parameter count: The number of keys to reserve room for.
  package init(for count: Int = 0) {
    var capacity = 4
    while capacity * 3 < count * 4 { capacity *= 2 }
    places = Array(repeating: Place(), count: capacity)
  }

  /// The index for a key.
  package subscript(key: Graph.Key) -> Int? {
    get {
      guard let type = KeyTable.identity(of: key) else { return others[key] }
      return self[type]
    }
    set {
      guard let newValue else { return }
      set(key, to: newValue)
    }
  }

  /// The index for a type without a name.
  subscript(type: ObjectIdentifier) -> Int? {
    let place = place(of: type)
    return places[place].type == type ? Int(places[place].index) : nil
  }

  /// Sets the index for a key, unless there is one already, which is returned.
  package mutating func claim(_ key: Graph.Key, for index: Int) -> Int? {
    if let type = KeyTable.identity(of: key) { return claim(type, for: index) }
    if let earlier = others[key] { return earlier }
    others[key] = index
    return nil
  }

  /// Sets the index for a type without a name, unless there is one already, which is returned.
  mutating func claim(_ type: ObjectIdentifier, for index: Int) -> Int? {
    let place = place(of: type)
    if places[place].type == type { return Int(places[place].index) }
    take(place, type, index)
    return nil
  }

  /// The types without a name, each with its index; in no order.
  package var plainTypes: [(type: ObjectIdentifier, index: Int)] {
    places.compactMap { place in place.type.map { ($0, Int(place.index)) } }
  }

  /// The keys that are not a type alone, each with its index.
  package var named: [Graph.Key: Int] { others }

  private mutating func set(_ key: Graph.Key, to index: Int) {
    guard let type = KeyTable.identity(of: key) else {
      others[key] = index
      return
    }
    let place = place(of: type)
    if places[place].type == type { places[place].index = Int32(index) } else { take(place, type, index) }
  }

  private mutating func take(_ place: Int, _ type: ObjectIdentifier, _ index: Int) {
    places[place] = Place(type: type, index: Int32(index))
    taken += 1
    guard taken * 4 > places.count * 3 else { return }
    let old = places
    places = Array(repeating: Place(), count: old.count * 2)
    for moved in old {
      if let type = moved.type { places[self.place(of: type)] = moved }
    }
  }

  /// The place of a type, or the place to put it.
  private func place(of type: ObjectIdentifier) -> Int {
    let mask = places.count - 1
    // Multiplicative hashing: D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
    var place = Int(truncatingIfNeeded: (UInt(bitPattern: type) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while let other = places[place].type, other != type { place = (place &+ 1) & mask }
    return place
  }

  private static func identity(of key: Graph.Key) -> ObjectIdentifier? {
    guard key.name == nil, let type = key.type.type else { return nil }
    return ObjectIdentifier(type)
  }
}
