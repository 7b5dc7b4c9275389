// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The bindings that cannot be built from scratch without awaiting: those with an asynchronous factory or one that belongs to an actor, and all that take one
  /// of them, directly or not. Deferred needs do not count: they are resolved later. Meaningless when bindings need each other.
  ///
  /// Shape: by binding, in the order of ``Graph/bindings``.
  ///
  /// - Complexity: O(bindings) when there is no such factory, else O(bindings + needs).
  package func awaits() -> [Bool] {
    var awaits = graph.bindings.indices.map { graph.bindings[$0].isAsync || graph.bindings[$0].isolation != nil }
    guard awaits.contains(true) else { return awaits }
    let edges = Edges(self)
    // Where there is no loop, every dependency is left before the binding itself.
    for binding in edges.finished(along: { !$0.isDeferred }) {
      let isMet = edges.leaving(binding).contains { !edges.all[$0].isDeferred && awaits[edges.all[$0].to] }
      if isMet { awaits[binding] = true }
    }
    return awaits
  }
}
