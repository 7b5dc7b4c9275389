// SPDX-License-Identifier: Apache-2.0

/// How long the longest chain of bindings is that building each binding goes through.
enum Depths {
  /// - Returns: A depth for each binding, in the order of the graph; 1 for one without needs.
  /// - Complexity: O(bindings + needs); no recursion, so that long chains do no harm.
  static func of(_ edges: Edges) -> [Int] {
    var depths = Array(repeating: 0, count: edges.bindingCount)
    // A binding on the way down, and the place of its next edge.
    var stack: [(binding: Int, next: Int)] = []
    for start in depths.indices where depths[start] == 0 {
      depths[start] = 1
      stack.append((start, edges.leaving(start).lowerBound))
      while let (binding, next) = stack.last {
        guard next < edges.leaving(binding).upperBound else {
          stack.removeLast()
          if let asker = stack.last?.binding { depths[asker] = max(depths[asker], depths[binding] + 1) }
          continue
        }
        stack[stack.count - 1].next += 1
        let need = edges.all[next].to
        if edges.all[next].isDeferred { continue }
        if depths[need] == 0 {
          depths[need] = 1
          stack.append((need, edges.leaving(need).lowerBound))
        } else {
          depths[binding] = max(depths[binding], depths[need] + 1)
        }
      }
    }
    return depths
  }
}
