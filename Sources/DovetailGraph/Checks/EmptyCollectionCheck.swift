// SPDX-License-Identifier: Apache-2.0

/// A needed collection to which nobody contributes: one finding for every collection.
enum EmptyCollectionCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.emptyCollection

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    var askers: [Graph.Key: [Int]] = [:]
    var order: [(wrapper: Graph.Need.Wrapper, collection: Graph.Key)] = []
    let wiring = subject.wiring
    for binding in subject.own {
      for need in wiring.links[binding].indices where wiring.links[binding][need].target == .parts([]) {
        guard let empty = emptyCollection(need, of: binding, in: wiring) else { continue }
        if askers[empty.collection] == nil { order.append(empty) }
        askers[empty.collection, default: []].append(binding)
      }
    }
    return order.map { finding($0.wrapper, $0.collection, askers[$0.collection] ?? [], in: subject) }
  }

  /// The outermost collection of a need, unless the need allows it to be empty.
  private static func emptyCollection(
    _ index: Int, of binding: Int, in wiring: Wiring
  ) -> (wrapper: Graph.Need.Wrapper, collection: Graph.Key)? {
    let need = wiring.graph.bindings[binding].needs[index]
    guard !need.allowsEmpty, wiring.isReal(index, of: binding) else { return nil }
    var outer = need.key
    for wrapper in need.wrappers {
      if wrapper.form == .collection || wrapper.form == .dictionary { return (wrapper, outer) }
      outer = wrapper.key
    }
    return nil
  }

  private static func finding(
    _ wrapper: Graph.Need.Wrapper, _ collection: Graph.Key, _ askers: [Int], in subject: GraphCheck.Subject
  ) -> Diagnostic {
    let type = subject.names.type(collection.type)
    let isKeyed = wrapper.form == .dictionary
    var finding = Diagnostic(id, .error, "nothing contributes to \(subject.names.quoted(collection))")
    if let first = askers.first {
      finding.location = subject.graph.bindings[first].location
      finding.path = subject.path(to: first)
      finding.path.append(Diagnostic.Step(key: subject.names.key(collection), location: .unknown, note: ""))
      finding.notes = subject.lines("also needed by", askers.dropFirst().filter { $0 != first })
    }
    if isKeyed, let unkeyed = subject.wiring.parts[wrapper.key] {
      finding.notes += subject.lines("contributes without a key", unkeyed)
    }
    if let bound = subject.wiring.binding(for: wrapper.key) {
      finding.similar = ["\(subject.names.quotedMention(bound)), which is bound but does not contribute"]
    }
    let modifier = isKeyed ? ".contribute(key:)" : ".contribute()"
    finding.help =
      "add \(modifier) to a bind of \(subject.names.type(wrapper.key.type)), or .allowEmpty(\(type).self) to the bind that needs it"
    return finding
  }
}
