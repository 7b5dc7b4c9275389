// SPDX-License-Identifier: Apache-2.0

extension Lifetimes {
  /// A value that an opener requests in its scope, and that needs an instance of a scope which is not open there.
  struct Stranger {
    /// The path from the binding with the opener to the instance; never empty.
    var route: [Edges.Edge]
    /// The kind of scope that the opener opens.
    var kind: TypeName
    /// The kind of scope that the instance lives in.
    var wanted: TypeName
  }

  /// Every such pair, by opener, nearest instance first. Shared instances on the way are holders themselves; see ``captives(over:)``.
  ///
  /// - Complexity: O(bindings + edges) for each opener.
  func strangers(over edges: Edges, in wiring: Wiring) -> [Stranger] {
    guard !kinds.isEmpty else { return [] }
    var found: [Stranger] = []
    var walk = Edges.Walk(over: edges)
    for edge in edges.all where edge.isDeferred {
      guard let kind = wiring.layers(of: edge).last(where: { $0.form == .opener })?.arguments.first else { continue }
      let open = nesting.kinds(around: kind)
      walk.reset()
      walk.proceed(from: [edge.to], over: edges) { $0.keeps && (spans[$0.from] == .passing || spans[$0.from] == .request) }
      for held in walk.met {
        guard case .scope(let span) = spans[held], !open.contains(kinds[span]) else { continue }
        found.append(Stranger(route: [edge] + walk.route(to: held, over: edges), kind: kind, wanted: kinds[span]))
      }
    }
    return found
  }
}
