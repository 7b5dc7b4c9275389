// SPDX-License-Identifier: Apache-2.0

/// How many places an open scope of a kind has, worked out once for a container. Whoever opens a scope copies it, so it is small.
struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  /// The places of the inputs by type; an input that is overridden has none.
  var inputs: [ObjectIdentifier: Int] = [:]
  var count = 0

  init(_ kind: any ScopeKind.Type) { self.kind = kind }

  var id: ObjectIdentifier { ObjectIdentifier(kind) }

  var parentID: ObjectIdentifier? {
    let parent = kind.parent
    return parent == ContainerScope.self ? nil : ObjectIdentifier(parent)
  }

  /// Takes the next free place.
  mutating func place() -> Int {
    defer { count += 1 }
    return count
  }
}
