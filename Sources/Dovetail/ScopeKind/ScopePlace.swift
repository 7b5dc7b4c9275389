// SPDX-License-Identifier: Apache-2.0

/// The place of one bind's value in every open scope of a kind. It fits into two words, because every need in a scope is looked up by it.
struct ScopePlace: Sendable {
  let kind: ObjectIdentifier
  private let wordOffset: Int32
  private let valueOffset: Int32

  /// - Returns: `nil` when that is too far away.
  init?(kind: ObjectIdentifier, word: Int, offset: Int) {
    guard let wordOffset = Int32(exactly: word), let valueOffset = Int32(exactly: offset) else { return nil }
    self.kind = kind
    self.wordOffset = wordOffset
    self.valueOffset = valueOffset
  }

  /// The bytes between the first value of the scope and the word of this place, which lies in front of it.
  @inline(__always)
  var word: Int { Int(wordOffset) }

  /// The bytes between the first value of the scope and this one.
  @inline(__always)
  var offset: Int { Int(valueOffset) }
}

/// The content of a place.
struct PlacedValue: Sendable {
  let place: ScopePlace
  let type: any Any.Type
  /// Whether it is a reference to an object, as most are.
  let isObject: Bool
}
