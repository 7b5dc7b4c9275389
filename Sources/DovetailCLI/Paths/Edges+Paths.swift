// SPDX-License-Identifier: Apache-2.0
package import DovetailChecks

extension Edges {
  /// All shortest paths from some bindings to another one.
  package struct Paths {
    /// Shape: `[path][edge]`, in the order in which the edges are declared; empty when the target is a source itself.
    package var routes: [[Edge]]
    /// The number of all paths, of which ``routes`` has the first; `Int.max` on overflow.
    package var count: Int
    /// Whether the target can be reached, or is a source.
    package var isReached: Bool
  }

  /// A search for the shortest paths from some sources to every binding; the paths to one binding are unwound from it.
  package struct PathSearch {
    private let edges: Edges
    /// The number of edges on the way to a binding; `Int.max` where none leads there.
    private var distance: [Int]
    /// The number of shortest paths to a binding; `Int.max` on overflow.
    private var ways: [Int]
    /// The last edges of the shortest paths to a binding, as places in ``Edges/all``. Shape: `[binding][place]`.
    private var arrivals: [[Int]]

    /// Searches from sources.
    ///
    /// - Complexity: O(bindings + edges).
    package init(over edges: Edges, from sources: [Int]) {
      self.edges = edges
      distance = Array(repeating: Int.max, count: edges.bindingCount)
      ways = Array(repeating: 0, count: edges.bindingCount)
      arrivals = Array(repeating: [], count: edges.bindingCount)
      var queue: [Int] = []
      for source in sources where distance[source] == .max {
        distance[source] = 0
        ways[source] = 1
        queue.append(source)
      }
      var next = 0
      while next < queue.count {
        let binding = queue[next]
        next += 1
        for place in edges.leaving(binding) {
          let to = edges.all[place].to
          if distance[to] == .max {
            distance[to] = distance[binding] + 1
            queue.append(to)
          }
          guard distance[to] == distance[binding] + 1 else { continue }
          // Several needs of one binding for another one are one step of a path.
          if let last = arrivals[to].last, edges.all[last].from == binding { continue }
          arrivals[to].append(place)
          let (sum, isTooMany) = ways[to].addingReportingOverflow(ways[binding])
          ways[to] = isTooMany ? .max : sum
        }
      }
    }

    /// All shortest paths to a binding.
    ///
    /// - Parameters:
    ///   - target: The end of the paths.
    ///   - limit: The number of paths that are listed at most; all are counted.
    /// - Complexity: O(length of the listed paths, and the edges that reach their bindings).
    package func paths(to target: Int, limit: Int) -> Paths {
      var routes: [[Edge]] = []
      // Whole paths are unwound from their ends; every entry leads to a source, so no step is wasted.
      var stack: [(binding: Int, tail: [Int])] = distance[target] < .max ? [(target, [])] : []
      while routes.count < limit, let (binding, tail) = stack.popLast() {
        if distance[binding] == 0 {
          if !tail.isEmpty { routes.append(tail.reversed().map { edges.all[$0] }) }
          continue
        }
        for place in arrivals[binding].reversed() { stack.append((edges.all[place].from, tail + [place])) }
      }
      return Paths(routes: routes, count: distance[target] == 0 ? 0 : ways[target], isReached: distance[target] < .max)
    }
  }

  /// The number of bindings on the longest chain of dependencies; all members of a loop count once together.
  ///
  /// - Complexity: O(bindings + edges).
  package func depth() -> Int {
    let groups = stronglyConnected { _ in true }
    var group = Array(0..<bindingCount)
    for members in groups { for member in members { group[member] = members[0] } }
    var waiting = Array(repeating: 0, count: bindingCount)
    for edge in all where group[edge.from] != group[edge.to] { waiting[group[edge.to]] += 1 }
    var members = (0..<bindingCount).map { [$0] }
    for group in groups { members[group[0]] = group }
    var depth = Array(repeating: 1, count: bindingCount)
    var ready = (0..<bindingCount).filter { group[$0] == $0 && waiting[$0] == 0 }
    var deepest = bindingCount == 0 ? 0 : 1
    while let one = ready.popLast() {
      for member in members[one] {
        for place in leaving(member) where group[all[place].to] != one {
          let to = group[all[place].to]
          depth[to] = max(depth[to], depth[one] + 1)
          deepest = max(deepest, depth[to])
          waiting[to] -= 1
          if waiting[to] == 0 { ready.append(to) }
        }
      }
    }
    return deepest
  }
}
