// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Bindings that would have to be built before themselves: one finding for every group of them.
  func dependencyCycleFindings() -> [Diagnostic] {
    guard depths.hasLoop else { return [] }
    return wiring.tangles(over: edges).filter { $0.loop.contains { isOwn($0.from) } }.map { tangle in
      let (cycle, first) = (tangle.loop, tangle.loop[0])
      let others = cycle.count == 2 ? " and \(quoted(first.to)) need each other before either" : " needs itself before it"
      return finding(
        .dependencyCycle, "\(quoted(first.from))\(others) is built", at: first.from, path: steps(cycle, endingAt: first.from),
        notes: lines("also in a cycle with these", tangle.others), help: help(cycle))
    }
  }

  /// Names the first edge whose type the needing bind can choose; a decorator has to take the value that it wraps.
  private func help(_ cycle: [Edges.Edge]) -> String {
    for edge in cycle {
      guard let need = changeableNeed(of: edge) else { continue }
      if let change = namedProvider(insteadOf: need) { return "let \(quoted(edge.from)) need \(change)" }
      let type = names.type(need.key.type)
      let otherWay = need.place == .property ? ", or find it as a relative with .reference" : ""
      return "let \(quoted(edge.from)) take Provider<\(type)> or Lazy<\(type)> instead of \(type)" + otherWay
    }
    return "let one of them ask for the other after it was built"
  }
}
