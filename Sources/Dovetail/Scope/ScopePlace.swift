// SPDX-License-Identifier: Apache-2.0

/// Where the value of one bind is in every open scope of a kind.
struct ScopePlace: Sendable {
  let kind: ObjectIdentifier
  /// The bytes between the first value of the scope and the word of this place, which lies in front of it.
  let word: Int
  /// The bytes between the first value of the scope and this one.
  let offset: Int
  /// The type of the value.
  let type: any Any.Type
  /// Whether the value is a reference to an object, as most are.
  let isObject: Bool
}
