// SPDX-License-Identifier: Apache-2.0

/// How many places an open scope of a kind has, worked out once for a container. Whoever opens a scope copies it, so it is small.
struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// The inputs that are not overridden, each with its place; so few that looking through them is the fastest way.
  private var inputs: [(type: ObjectIdentifier, place: Int)] = []
  private(set) var count = 0

  init(_ kind: any ScopeKind.Type) {
    self.kind = kind
    id = ObjectIdentifier(kind)
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
  }

  /// The place of the input of a type; `nil` when it is overridden.
  func place(ofInput type: ObjectIdentifier) -> Int? { inputs.first { $0.type == type }?.place }

  /// Says that a place belongs to an input.
  mutating func take(_ place: Int, forInput type: ObjectIdentifier) { inputs.append((type, place)) }

  /// Takes the next free place.
  mutating func place() -> Int {
    defer { count += 1 }
    return count
  }
}
