// SPDX-License-Identifier: Apache-2.0

extension GraphCheck {
  /// How many bindings may need each other in a chain: as many as are built inside each other on a small stack, also by a debug build.
  fileprivate static let longestChain = 64
}

extension GraphCheck.Subject {
  /// The bindings at the beginning of chains that are too long to be built on the stack of a thread. What is made asynchronously is awaited before, and begins
  /// a chain of its own.
  ///
  /// - Complexity: O(bindings + needs).
  func tooDeepFindings() -> [Diagnostic] {
    if depths.all.allSatisfy({ $0 <= GraphCheck.longestChain }) { return [] }
    // The checks for circles have found these.
    if depths.hasLoop { return [] }
    var (depths, isNeeded) = (
      [Int](repeating: 1, count: graph.bindings.count), [Bool](repeating: false, count: graph.bindings.count)
    )
    for binding in edges.finished(along: { !$0.isDeferred }) {
      for place in edges.leaving(binding) where !edges.all[place].isDeferred {
        let need = edges.all[place].to
        isNeeded[need] = true
        if !graph.bindings[need].isAsync { depths[binding] = max(depths[binding], depths[need] + 1) }
      }
    }
    return depths.indices.filter { depths[$0] > GraphCheck.longestChain && !isNeeded[$0] && wiring.isActive($0) }.map { head in
      Diagnostic(
        .tooDeep, .error,
        "\(quoted(head)) begins a chain of \(depths[head]) bindings, each of which needs the next, and \(GraphCheck.longestChain) are the most",
        at: location(of: head),
        help: "let a binding in the middle of the chain take a Provider or a Lazy of the next, and use it after it is built")
    }
  }
}
