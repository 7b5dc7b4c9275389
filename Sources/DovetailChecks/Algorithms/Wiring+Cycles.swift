// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// One strongly connected group.
  package struct Tangle {
    /// A shortest loop, each edge from one step to the next and the last back to the first.
    package let loop: [Edges.Edge]
    /// The members that are only on other loops; in order of declaration.
    let others: [Int]
  }

  /// All groups of bindings that would have to be built before themselves: each by a shortest loop of dependencies that are not deferred.
  ///
  /// Each loop begins at its group's smallest key, by description, then by index; groups are sorted by their first key likewise.
  package func tangles(over edges: Edges) -> [Tangle] {
    let groups = edges.stronglyConnected { !$0.isDeferred }
    var group = Array(repeating: -1, count: edges.bindingCount)
    for number in groups.indices {
      for member in groups[number] { group[member] = number }
    }
    let members = groups.flatMap { $0 }
    let names = members.map { graph.bindings[$0].key.description }
    var (tangles, isShown) = ([Tangle](), Set<Int>())
    // In the order of the keys, so the first member of each group is where its loop begins.
    for place in sortedPlaces(members.count, by: { (names[$0], members[$0]) < (names[$1], members[$1]) }) {
      let start = members[place]
      guard isShown.insert(group[start]).inserted else { continue }
      var walk = Edges.Walk()
      walk.proceed(from: [start], over: edges) { !$0.isDeferred && group[$0.to] == group[start] }
      guard let loop = walk.loop(at: start, over: edges) else { continue }
      let onLoop = Set(loop.map(\.from))
      tangles.append(Tangle(loop: loop, others: groups[group[start]].filter { !onLoop.contains($0) }))
    }
    return tangles
  }
}
