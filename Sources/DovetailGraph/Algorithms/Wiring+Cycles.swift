// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// One strongly connected group.
  package struct Tangle {
    /// A shortest loop, each edge from one step to the next and the last back to the first.
    package let loop: [Edges.Edge]
    /// The members that are only on other loops; in order of declaration.
    let others: [Int]
  }

  /// All groups of bindings that would have to be built before themselves: each by a shortest loop of needs that are not deferred.
  ///
  /// Each loop begins at its group's smallest key, by description, then by index; groups are sorted by their first key likewise.
  package func tangles(over edges: Edges) -> [Tangle] {
    let groups = edges.stronglyConnected { !$0.isDeferred }
    guard !groups.isEmpty else { return [] }
    var group = Array(repeating: -1, count: edges.bindingCount)
    for (number, members) in groups.enumerated() {
      for member in members { group[member] = number }
    }
    var walk = Edges.Walk(over: edges)
    let tangles = groups.compactMap { members -> (String, Tangle)? in
      let named = members.map { (outline.key(of: $0).description, $0) }
      guard let (name, start) = named.min(by: <) else { return nil }
      walk.reset()
      walk.proceed(from: [start], over: edges) { !$0.isDeferred && group[$0.to] == group[start] }
      // Breadth first: the first one met that leads back closes a shortest loop.
      for binding in walk.met {
        for place in edges.leaving(binding) where edges.all[place].to == start && !edges.all[place].isDeferred {
          let loop = walk.route(to: binding, over: edges) + [edges.all[place]]
          let shown = Set(loop.map(\.from))
          return (name, Tangle(loop: loop, others: members.filter { !shown.contains($0) }))
        }
      }
      return nil
    }
    return sortedPlaces(tangles.count) { left, right in
      (tangles[left].0, tangles[left].1.loop[0].from) < (tangles[right].0, tangles[right].1.loop[0].from)
    }.map { tangles[$0].1 }
  }
}
