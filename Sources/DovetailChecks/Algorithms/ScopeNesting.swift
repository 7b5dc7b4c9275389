// SPDX-License-Identifier: Apache-2.0

/// The kinds of scopes of a graph, and which of them is open around which.
struct ScopeNesting {
  /// The kind that is open around an open scope of a kind; `nil` when it opens in the container.
  private(set) var parents: [TypeName: TypeName] = [:]

  init(_ kinds: [Graph.ScopeKind]) {
    // The first one counts when a kind is listed twice.
    for kind in kinds.reversed() { parents[kind.type] = kind.parent }
  }

  /// The kinds that are open around an open scope of a kind, innermost first, that kind itself included.
  func kinds(around kind: TypeName) -> [TypeName] {
    var (kinds, known): ([TypeName], Set<TypeName>) = ([], [])
    var next: TypeName? = kind
    while let kind = next, known.insert(kind).inserted {
      kinds.append(kind)
      next = parents[kind]
    }
    return kinds
  }
}
