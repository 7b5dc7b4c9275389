// SPDX-License-Identifier: Apache-2.0

extension Edges {
  /// The length of the longest chain of bindings through which each binding is built.
  package struct Depths: Sendable {
    /// By binding; 1 for one without needs. Meaningless when there is a loop.
    package private(set) var all: [Int32]
    /// Whether some binding would have to be built before itself.
    private(set) var hasLoop = false

    /// Follows every chain of needs to its end.
    ///
    /// - Complexity: O(bindings + needs).
    package init(over edges: Edges) {
      all = Array(repeating: 0, count: edges.bindingCount)
      for binding in edges.finished(along: { !$0.isDeferred }) {
        var depth: Int32 = 1
        for place in edges.leaving(binding) where !edges.all[place].isDeferred {
          let below = all[edges.all[place].to]
          // Without a loop, every dependency is left before the binding itself.
          if below == 0 { hasLoop = true }
          depth = max(depth, below + 1)
        }
        all[binding] = depth
      }
    }
  }
}
