// SPDX-License-Identifier: Apache-2.0

/// How long the longest chain of bindings is that building each binding goes through.
enum Depths {
  /// - Returns: A depth for each binding, in the order of the graph; 1 for one without needs.
  /// - Complexity: O(bindings + needs); no recursion, so that long chains do no harm.
  static func of(_ wiring: Wiring) -> [Int] {
    var depths = Array(repeating: 0, count: wiring.graph.bindings.count)
    var stack: [(binding: Int, isDone: Bool)] = []
    for start in depths.indices where depths[start] == 0 {
      stack.append((start, false))
      while let (binding, isDone) = stack.popLast() {
        if isDone {
          depths[binding] = 1 + (eager(binding, wiring).map { depths[$0] }.max() ?? 0)
        } else if depths[binding] == 0 {
          depths[binding] = 1
          stack.append((binding, true))
          for need in eager(binding, wiring) where depths[need] == 0 { stack.append((need, false)) }
        }
      }
    }
    return depths
  }

  private static func eager(_ binding: Int, _ wiring: Wiring) -> [Int] {
    let needs = wiring.graph.bindings[binding].needs
    return wiring.links[binding].indices.flatMap { place -> [Int] in
      let link = wiring.links[binding][place]
      let isDeferred = needs[place].wrappers.prefix(link.depth).contains { $0.form.isDeferred }
      return isDeferred ? [] : link.bindings
    }
  }
}
