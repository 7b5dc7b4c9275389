// SPDX-License-Identifier: Apache-2.0

/// How many places an open scope of a kind has, worked out once for a container.
struct ScopeLayout: Sendable {
  let kind: Graph.ScopeKind
  let parentID: ObjectIdentifier?
  let id: ObjectIdentifier
  /// The places of the inputs by type; an input that is overridden has none.
  var inputs: [TypeName: Int] = [:]
  var count = 0

  init(_ type: any ScopeKind.Type) {
    kind = type.graphKind
    id = ObjectIdentifier(type)
    parentID = type.parent == ContainerScope.self ? nil : ObjectIdentifier(type.parent)
  }

  /// Takes the next free place.
  mutating func place() -> Int {
    defer { count += 1 }
    return count
  }
}
