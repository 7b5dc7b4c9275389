// SPDX-License-Identifier: Apache-2.0

/// A resolved key without a binding, or a resolved collection without contributions.
package struct Gap {
  /// The missing key, or that of the collection.
  package let key: Graph.Key
  /// The first need that leads to it.
  let need: Graph.Need
  /// The bindings of the dependencies that lead to it, in order of declaration.
  package private(set) var requesters: [Int] = []
  /// Whether the program resolves it as well.
  package private(set) var isRoot = false

  /// The gaps behind all dependencies with some link, by first requester; those resolved by the program alone come last.
  static func all(_ target: Wiring.Link.Target, in subject: GraphCheck.Subject) -> [Gap] {
    let (wiring, graph) = (subject.wiring, subject.graph)
    var gaps: [Gap] = []
    var places: [Graph.Key: Int] = [:]
    func add(_ need: Graph.Need, of requester: Int?) {
      guard let key = target == .missing ? need.target : need.collection?.key else { return }
      let place = places[key] ?? gaps.count
      if place == gaps.count {
        places[key] = place
        gaps.append(Gap(key: key, need: need))
      }
      if let requester { gaps[place].requesters.append(requester) } else { gaps[place].isRoot = true }
    }
    for binding in subject.own {
      let (needs, links) = (graph.bindings[binding].needs, wiring.links[binding])
      for index in links.indices where links[index].target == target && needs[index].isReal { add(needs[index], of: binding) }
    }
    for root in graph.roots where wiring.link(root, of: nil).target == target { add(root, of: nil) }
    return gaps
  }

  /// The module of the first requester, or any: types that carry their binding are in none.
  func module(in subject: GraphCheck.Subject) -> String {
    guard let home = requesters.first.flatMap(subject.home), home.name != .carryingTypes else { return "a module" }
    return subject.names.type(home.name)
  }
}

extension Graph.Need {
  /// The outermost collection of the dependency, and its parts, unless the dependency allows it to be empty.
  var collection: (key: Graph.Key, parts: Wrapper)? {
    var outer = key
    for wrapper in wrappers where !allowsEmpty {
      if wrapper.form == .collection || wrapper.form == .dictionary { return (outer, wrapper) }
      outer = wrapper.key
    }
    return nil
  }
}

extension GraphCheck.Subject {
  /// The common part of all diagnostics about a gap: the location, the path, and the other requesters.
  func finding(
    _ id: Diagnostic.ID, _ message: String, about gap: Gap, end: Diagnostic.Step? = nil, taking need: Graph.Need? = nil
  ) -> Diagnostic {
    var finding = Diagnostic(id, .error, message)
    if let first = gap.requesters.first {
      finding = self.finding(id, message, at: first, path: path(to: first))
      if let need, !need.wrappers.isEmpty { finding.path[finding.path.count - 1].note += ", takes \(names.type(need.key.type))" }
      finding.path.append(end ?? Diagnostic.Step(key: names.key(gap.key), location: .unknown, note: ""))
      let others = gap.requesters.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
      finding.notes = lines("also needed by", others.filter { $0 != first })
    }
    if gap.isRoot { finding.notes.append(gap.requesters.isEmpty ? "resolved by the program" : "also resolved by the program") }
    return finding
  }
}
