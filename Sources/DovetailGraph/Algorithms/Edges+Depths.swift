// SPDX-License-Identifier: Apache-2.0

extension Edges {
  /// Follows every chain of needs to its end.
  ///
  /// - Complexity: O(bindings + needs); without recursion, to support long chains.
  package func depths() -> Depths { Depths(over: self) }

  /// The length of the longest chain of bindings through which each binding is built.
  package struct Depths: Sendable {
    /// By binding; 1 for one without needs. Meaningless when there is a loop.
    package private(set) var all: [Int32]
    /// Whether some binding would have to be built before itself.
    private(set) var hasLoop = false

    fileprivate init(over edges: Edges) {
      all = Array(repeating: 0, count: edges.bindingCount)
      var isOpen = Array(repeating: false, count: edges.bindingCount)
      // A binding on the way down, and the place of its next edge.
      var stack: [(binding: Int, next: Int)] = []
      for start in all.indices where all[start] == 0 {
        var (binding, next) = (start, edges.leaving(start).lowerBound)
        all[binding] = 1
        isOpen[binding] = true
        while true {
          if next == edges.leaving(binding).upperBound {
            isOpen[binding] = false
            guard let (requester, rest) = stack.popLast() else { break }
            all[requester] = max(all[requester], all[binding] + 1)
            (binding, next) = (requester, rest)
            continue
          }
          let edge = edges.all[next]
          next += 1
          if edge.isDeferred { continue }
          if all[edge.to] == 0 {
            stack.append((binding, next))
            (binding, next) = (edge.to, edges.leaving(edge.to).lowerBound)
            all[binding] = 1
            isOpen[binding] = true
          } else {
            if isOpen[edge.to] { hasLoop = true }
            all[binding] = max(all[binding], all[edge.to] + 1)
          }
        }
      }
    }
  }
}
