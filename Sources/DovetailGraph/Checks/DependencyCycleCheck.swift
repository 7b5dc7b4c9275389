// SPDX-License-Identifier: Apache-2.0

/// Bindings that would have to be built before themselves: one finding for every group of them.
enum DependencyCycleCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.dependencyCycle

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.depths.hasLoop else { return [] }
    return subject.wiring.tangles(over: subject.edges).compactMap { tangle in
      let cycle = tangle.loop
      guard let first = cycle.first, cycle.contains(where: { subject.isOwn($0.from) }) else { return nil }
      let message =
        cycle.count == 2
        ? "\(subject.quoted(first.from)) and \(subject.quoted(first.to)) need each other before either is built"
        : "\(subject.quoted(first.from)) needs itself before it is built"
      return Diagnostic(
        id, .error, message, at: subject.graph.bindings[first.from].location,
        path: subject.steps(cycle, endingAt: first.from),
        notes: subject.lines("also in a cycle with these", tangle.others),
        help: help(cycle, in: subject))
    }
  }

  /// Names the first edge whose type the needing bind can choose; a decorator has to take the value that it wraps.
  private static func help(_ cycle: [Edges.Edge], in subject: GraphCheck.Subject) -> String {
    for edge in cycle {
      guard let index = edge.need else { continue }
      let need = subject.graph.bindings[edge.from].needs[index]
      guard need.source == .bound, need.place != .declared else { continue }
      let type = subject.names.type(need.key.type)
      if need.key.type.isDynamic {
        return "let \(subject.quoted(edge.from)) need \((type + "Provider").quoted) instead of \(type.quoted)"
      }
      let otherWay = need.place == .property ? ", or find it as a relative with .reference" : ""
      return "let \(subject.quoted(edge.from)) take Provider<\(type)> or Lazy<\(type)> instead of \(type)" + otherWay
    }
    return "let one of them ask for the other after it was built"
  }
}
