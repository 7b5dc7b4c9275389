// SPDX-License-Identifier: Apache-2.0

/// The kinds of scopes of a graph, and which of them is open around which.
struct ScopeNesting {
  private let all: [Graph.ScopeKind]
  /// The index of each kind in ``all``; the first one when a kind is listed twice.
  private var places: [TypeName: Int] = [:]

  init(_ kinds: [Graph.ScopeKind]) {
    all = kinds
    for (place, kind) in kinds.enumerated() where places[kind.type] == nil { places[kind.type] = place }
  }

  /// The kind that is open around an open scope of a kind; `nil` when it opens in the container.
  func parent(of kind: TypeName) -> TypeName? { places[kind].flatMap { all[$0].parent } }

  /// The kinds that are open around an open scope of a kind, innermost first, that kind itself included.
  func kinds(around kind: TypeName) -> [TypeName] {
    var (kinds, known): ([TypeName], Set<TypeName>) = ([], [])
    var next: TypeName? = kind
    while let kind = next, known.insert(kind).inserted {
      kinds.append(kind)
      next = parent(of: kind)
    }
    return kinds
  }
}
