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
    // The checks for circles find what has a loop.
    if depths.hasLoop || depths.all.allSatisfy({ $0 <= GraphCheck.longestChain }) { return [] }
    let chains = Edges.Depths(over: edges) { !graph.bindings[$0].isAsync }.all
    let needed = Set(edges.all.filter { !$0.isDeferred && !graph.bindings[$0.to].isAsync }.map(\.to))
    return chains.indices.filter { chains[$0] > GraphCheck.longestChain && !needed.contains($0) && wiring.isActive($0) }.map {
      head in
      Diagnostic(
        .tooDeep, .error,
        "\(quoted(head)) begins a chain of \(chains[head]) bindings, each of which needs the next, and \(GraphCheck.longestChain) are the most",
        at: location(of: head),
        help: "let a binding in the middle of the chain take a Provider or a Lazy of the next, and use it after it is built")
    }
  }
}
