// SPDX-License-Identifier: Apache-2.0

/// Leads from keys to the indices of bindings.
///
/// Most keys are types without a name. They are found by the identity of the type, in an open-addressed table; all others are in a
/// dictionary. Keys are never removed.
package struct KeyTable: Sendable {
  private struct Bucket: Sendable {
    var type: ObjectIdentifier?
    var index: Int32 = 0
  }

  /// A power of two; at most three quarters are used.
  private var buckets: [Bucket]
  private var taken = 0
  private var others: [Graph.Key: Int] = [:]

  /// - Parameter count: The number of keys to reserve room for.
  package init(for count: Int = 0) {
    var capacity = 4
    while capacity * 3 < count * 4 { capacity *= 2 }
    buckets = Array(repeating: Bucket(), count: capacity)
  }

  /// The index for a key.
  package subscript(key: Graph.Key) -> Int? {
    get {
      guard let type = KeyTable.identity(of: key) else { return others[key] }
      let bucket = buckets[bucket(of: type)]
      return bucket.type == nil ? nil : Int(bucket.index)
    }
    set {
      guard let newValue, claim(key, for: newValue) != nil else { return }
      guard let type = KeyTable.identity(of: key) else { return others[key] = newValue }
      buckets[bucket(of: type)].index = Int32(newValue)
    }
  }

  /// Sets the index for a key, unless there is one already, which is returned.
  package mutating func claim(_ key: Graph.Key, for index: Int) -> Int? {
    guard let type = KeyTable.identity(of: key) else {
      let earlier = others[key]
      if earlier == nil { others[key] = index }
      return earlier
    }
    let bucket = bucket(of: type)
    if buckets[bucket].type != nil { return Int(buckets[bucket].index) }
    buckets[bucket] = Bucket(type: type, index: Int32(index))
    taken += 1
    if taken * 4 > buckets.count * 3 { grow() }
    return nil
  }

  /// The types without a name, each with its index; in no order.
  package var plainTypes: [(type: ObjectIdentifier, index: Int)] {
    buckets.compactMap { bucket in bucket.type.map { ($0, Int(bucket.index)) } }
  }

  private mutating func grow() {
    let old = buckets
    buckets = Array(repeating: Bucket(), count: old.count * 2)
    for moved in old {
      if let type = moved.type { buckets[self.bucket(of: type)] = moved }
    }
  }

  /// The bucket of a type, or the one to put it in.
  private func bucket(of type: ObjectIdentifier) -> Int {
    let mask = buckets.count - 1
    // Multiplicative hashing: D. Knuth, The Art of Computer Programming, volume 3, section 6.4.
    var bucket = Int(truncatingIfNeeded: (UInt(bitPattern: type) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while let other = buckets[bucket].type, other != type { bucket = (bucket &+ 1) & mask }
    return bucket
  }

  private static func identity(of key: Graph.Key) -> ObjectIdentifier? {
    guard key.name == nil, let type = key.type.type else { return nil }
    return ObjectIdentifier(type)
  }
}
