// SPDX-License-Identifier: Apache-2.0

/// A needed collection without contributions: one finding for every collection.
enum EmptyCollectionCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.emptyCollection

  /// A collection without contributions, and the bindings that need it.
  private struct Emptiness {
    let wrapper: Graph.Need.Wrapper
    let collection: Graph.Key
    var requesters: [Int] = []
    var isRoot = false
  }

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    var found: [Emptiness] = []
    var places: [Graph.Key: Int] = [:]
    func place(of need: Graph.Need) -> Int? {
      guard let (wrapper, collection) = collection(in: need) else { return nil }
      if let known = places[collection] { return known }
      places[collection] = found.count
      found.append(Emptiness(wrapper: wrapper, collection: collection))
      return found.count - 1
    }
    let (wiring, outline) = (subject.wiring, subject.outline)
    for binding in subject.own where !wiring.linked.isPlain {
      for need in wiring.linked[binding].indices where wiring.linked[binding][need].target == .parts([]) {
        guard wiring.isReal(need, of: binding) else { continue }
        if let place = place(of: outline.need(need, of: binding)) { found[place].requesters.append(binding) }
      }
    }
    for root in outline.frame.roots where wiring.link(root, of: nil).target == .parts([]) {
      if let place = place(of: root) { found[place].isRoot = true }
    }
    return found.map { finding($0, in: subject) }
  }

  /// The outermost collection of a need, unless the need allows it to be empty.
  private static func collection(in need: Graph.Need) -> (Graph.Need.Wrapper, Graph.Key)? {
    var outer = need.key
    for wrapper in need.wrappers where !need.allowsEmpty {
      if wrapper.form == .collection || wrapper.form == .dictionary { return (wrapper, outer) }
      outer = wrapper.key
    }
    return nil
  }

  private static func finding(_ empty: Emptiness, in subject: GraphCheck.Subject) -> Diagnostic {
    let (wrapper, collection) = (empty.wrapper, empty.collection)
    let type = subject.names.type(collection.type)
    let isKeyed = wrapper.form == .dictionary
    var finding = Diagnostic(id, .error, "nothing contributes to \(subject.names.quoted(collection))")
    if let first = empty.requesters.first {
      finding.location = subject.graph.bindings[first].location
      finding.path = subject.path(to: first)
      finding.path.append(Diagnostic.Step(key: subject.names.key(collection), location: .unknown, note: ""))
      finding.notes = subject.lines("also needed by", empty.requesters.filter { $0 != first })
    }
    if empty.isRoot {
      finding.notes.append(empty.requesters.isEmpty ? "asked for by the program" : "also asked for by the program")
    }
    if isKeyed, let unkeyed = subject.wiring.parts[wrapper.key] {
      finding.notes += subject.lines("contributes without a key", unkeyed)
    }
    // The binding that takes the collection is not a part of it.
    if let bound = subject.wiring.binding(for: wrapper.key), !empty.requesters.contains(bound) {
      finding.similar = ["\(subject.names.quotedMention(bound)), which is bound but does not contribute"]
    }
    let modifier = isKeyed ? ".contribute(key:)" : ".contribute()"
    finding.help =
      "add \(modifier) to a bind of \(subject.names.type(wrapper.key.type)), or .allowEmpty(\(type).self) to the bind that needs it"
    return finding
  }
}
