// SPDX-License-Identifier: Apache-2.0

/// A requested key without a binding.
package struct Gap {
  /// The missing key.
  package let key: Graph.Key
  /// The needs that lead to it, in order of declaration: the bindings and the indices of the needs.
  package private(set) var requesters: [(binding: Int, need: Int)] = []
  /// Whether the program requests it as well.
  package private(set) var isRoot = false

  /// All gaps of a graph, by first requester; those requested by the program alone come last.
  static func all(in subject: GraphCheck.Subject) -> [Gap] {
    var gaps: [Gap] = []
    var index: [Graph.Key: Int] = [:]
    func place(of key: Graph.Key) -> Int {
      if let known = index[key] { return known }
      index[key] = gaps.count
      gaps.append(Gap(key: key))
      return gaps.count - 1
    }
    let wiring = subject.wiring
    for binding in subject.own where !wiring.linked.isPlain {
      for need in wiring.linked[binding].indices where wiring.linked[binding][need].target == .missing {
        guard wiring.isReal(need, of: binding) else { continue }
        gaps[place(of: subject.outline.need(need, of: binding).target)].requesters.append((binding, need))
      }
    }
    for root in subject.outline.frame.roots where wiring.link(root, of: nil).target == .missing {
      gaps[place(of: root.target)].isRoot = true
    }
    return gaps
  }

  /// The module of the first requester.
  func module(in graph: Graph) -> Int? { requesters.first.map { graph.bindings[$0.binding].module } }

  /// The common part of both findings about a gap: the location, the path, and the other requesters.
  func finding(_ id: Diagnostic.ID, _ message: String, end: Diagnostic.Step, in subject: GraphCheck.Subject) -> Diagnostic {
    var finding = Diagnostic(id, .error, message)
    if let first = requesters.first {
      finding.location = subject.graph.bindings[first.binding].location
      finding.path = subject.path(to: first.binding)
      let need = subject.graph.bindings[first.binding].needs[first.need]
      if !need.wrappers.isEmpty {
        finding.path[finding.path.count - 1].note += ", takes \(subject.names.type(need.key.type))"
      }
      finding.path.append(end)
      let others = requesters.map(\.binding).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
      finding.notes = subject.lines("also needed by", others.filter { $0 != first.binding })
    }
    if isRoot { finding.notes.append(requesters.isEmpty ? "asked for by the program" : "also asked for by the program") }
    return finding
  }
}
