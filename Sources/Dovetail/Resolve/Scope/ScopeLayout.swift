// SPDX-License-Identifier: Apache-2.0

/// The index of one bind's cell in every open scope of a kind.
struct CellIndex: Sendable {
  let kind: ObjectIdentifier
  let index: Int
}

/// What open scopes of a kind keep.
struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// The type of the value at each index, inputs included.
  private(set) var types: [any Any.Type] = []
  /// The inputs that are not overridden, each with its index.
  private(set) var inputs: [(type: ObjectIdentifier, index: Int)] = []

  init(_ kind: any ScopeKind.Type) {
    (self.kind, id) = (kind, ObjectIdentifier(kind))
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
  }

  /// Adds a cell for a value of a type, behind the existing ones: they stay the same in the scopes of a child container.
  mutating func addCell(for type: any Any.Type, isInput: Bool) -> CellIndex {
    types.append(type)
    if isInput { inputs.append((ObjectIdentifier(type), types.count - 1)) }
    return CellIndex(kind: id, index: types.count - 1)
  }
}

/// The layout in the form in which open scopes share it.
typealias ScopeShape = Boxed<ScopeLayout>
