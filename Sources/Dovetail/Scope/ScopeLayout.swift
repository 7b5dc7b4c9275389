// SPDX-License-Identifier: Apache-2.0

/// What open scopes of a kind look like in memory, while that is being worked out for a container.
struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// A place for every bind of the kind, inputs included.
  private(set) var places: ContiguousArray<PlacedValue> = []
  /// How many of the values have something to do on closing.
  private(set) var closingCount = 0
  /// The bytes that all values take together.
  private(set) var size = 0
  /// What the address of the first value is a multiple of.
  private(set) var alignment = MemoryLayout<UInt>.alignment
  /// The inputs that are not overridden, each with its place.
  private(set) var inputs: [(type: ObjectIdentifier, place: ScopePlace)] = []

  init(_ kind: any ScopeKind.Type) {
    self.kind = kind
    id = ObjectIdentifier(kind)
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
  }

  /// Says that a place belongs to an input.
  mutating func take(_ place: ScopePlace, forInput type: ObjectIdentifier) { inputs.append((type, place)) }

  /// Makes a place for a value of a type, behind those that there are: in the scopes of a container made over this one they are the same.
  ///
  /// - Parameter closes: Whether the value has something to do on closing.
  /// - Returns: `nil` when the value is so large that there is no place for it.
  mutating func place(for type: any Any.Type, closing closes: Bool) -> PlacedValue? {
    let (size, alignment) = memoryLayout(of: type)
    let offset = self.size.roundedUp(toMultipleOf: alignment)
    let word = -MemoryLayout<Gate>.stride * (places.count + 1)
    guard let place = ScopePlace(kind: id, word: word, offset: offset) else { return nil }
    if closes { closingCount += 1 }
    self.size = offset + size
    self.alignment = max(self.alignment, alignment)
    let value = PlacedValue(place: place, type: type, isObject: type is AnyObject.Type)
    places.append(value)
    return value
  }
}
