// SPDX-License-Identifier: Apache-2.0

/// The place of one bind's value in every open scope of a kind.
package struct ScopePlace: Sendable {
  let kind: ObjectIdentifier
  let index: Int
}

/// What open scopes of a kind keep.
package struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// The type of the value at each place, inputs included.
  private(set) var types: [any Any.Type] = []
  /// The inputs that are not overridden, each with its place.
  private(set) var inputs: [(type: ObjectIdentifier, index: Int)] = []

  init(_ kind: any ScopeKind.Type) {
    (self.kind, id) = (kind, ObjectIdentifier(kind))
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
  }

  /// Makes a place for a value of a type, behind the existing ones: they stay the same in the scopes of a child container.
  mutating func place(for type: any Any.Type, isInput: Bool) -> ScopePlace {
    types.append(type)
    if isInput { inputs.append((ObjectIdentifier(type), types.count - 1)) }
    return ScopePlace(kind: id, index: types.count - 1)
  }
}

/// The layout in the form in which open scopes share it.
typealias ScopeShape = Boxed<ScopeLayout>
