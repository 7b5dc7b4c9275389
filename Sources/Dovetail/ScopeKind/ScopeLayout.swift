// SPDX-License-Identifier: Apache-2.0

/// The memory layout of open scopes of a kind, while it is computed for a container.
struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// A place for every bind of the kind, inputs included.
  private(set) var places: ContiguousArray<PlacedValue> = []
  /// The total size of all values, in bytes.
  private(set) var size = 0
  /// The alignment of the first value.
  private(set) var alignment = MemoryLayout<UInt>.alignment
  /// The inputs that are not overridden, each with its place.
  private(set) var inputs: [(type: ObjectIdentifier, place: ScopePlace)] = []

  init(_ kind: any ScopeKind.Type) {
    self.kind = kind
    id = ObjectIdentifier(kind)
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
  }

  /// Marks a place as that of an input.
  mutating func take(_ place: ScopePlace, forInput type: ObjectIdentifier) { inputs.append((type, place)) }

  /// Makes a place for a value of a type, behind the existing ones: they stay the same in the scopes of a child container.
  mutating func place(for type: any Any.Type) -> PlacedValue {
    let (size, alignment) = memoryLayout(of: type)
    let offset = self.size.roundedUp(toMultipleOf: alignment)
    let place = ScopePlace(kind: id, word: -MemoryLayout<Gate>.stride * (places.count + 1), offset: offset)
    self.size = offset + size
    self.alignment = max(self.alignment, alignment)
    let value = PlacedValue(place: place, type: type, isObject: type is AnyObject.Type)
    places.append(value)
    return value
  }
}

/// The place of one bind's value in every open scope of a kind.
struct ScopePlace: Sendable {
  let kind: ObjectIdentifier
  /// The bytes between the first value of the scope and the word of this place, which lies in front of it.
  let word: Int
  /// The bytes between the first value of the scope and this one.
  let offset: Int
}

/// The content of a place.
struct PlacedValue: Sendable {
  let place: ScopePlace
  let type: any Any.Type
  /// Whether it is a reference to an object, as most are.
  let isObject: Bool
}
