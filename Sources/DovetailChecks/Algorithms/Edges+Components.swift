// SPDX-License-Identifier: Apache-2.0

extension Edges {
  /// The groups of bindings that lead back to themselves along the chosen edges.
  ///
  /// Shape: `[group][binding]`; bindings ascending; a group of one has an edge to itself.
  ///
  /// - Complexity: O(bindings + edges).
  /// - Source: M. Sharir, "A strong-connectivity algorithm and its applications in data flow analysis", Computers & Mathematics
  ///   with Applications 7(1), 1981.
  package func stronglyConnected(along isChosen: (Edge) -> Bool) -> [[Int]] {
    let requesters = requesters(along: isChosen)
    var isLeft = Array(repeating: true, count: bindingCount)
    var groups: [[Int]] = []
    for root in finished(along: isChosen).reversed() where isLeft[root] {
      var group = [root]
      var next = 0
      isLeft[root] = false
      while next < group.count {
        for requester in requesters[group[next]] where isLeft[requester] {
          isLeft[requester] = false
          group.append(requester)
        }
        next += 1
      }
      if group.count > 1 || requesters[root].contains(root) { groups.append(group.inOrder(<)) }
    }
    return groups
  }

  /// The bindings from which the chosen edges lead to each binding.
  ///
  /// Shape: `[binding][requester]`, with repetitions.
  func requesters(along isChosen: (Edge) -> Bool) -> [[Int]] {
    var requesters = Array(repeating: [Int](), count: bindingCount)
    for edge in all where isChosen(edge) { requesters[edge.to].append(edge.from) }
    return requesters
  }

  /// All bindings, in the order in which a depth-first walk along the chosen edges leaves them.
  ///
  /// Iterative, to support a chain of any length.
  func finished(along isChosen: (Edge) -> Bool) -> [Int] {
    var finished: [Int] = []
    finished.reserveCapacity(bindingCount)
    // The place of the edge to follow next, by binding; -1 where the walk has not been.
    var next = Array(repeating: -1, count: bindingCount)
    var open: [Int] = []
    for root in 0..<bindingCount where next[root] < 0 {
      open.append(root)
      while let binding = open.last {
        let place = max(next[binding], leaving(binding).lowerBound)
        next[binding] = place + 1
        guard place < leaving(binding).upperBound else {
          finished.append(binding)
          open.removeLast()
          continue
        }
        guard isChosen(all[place]), next[all[place].to] < 0 else { continue }
        open.append(all[place].to)
      }
    }
    return finished
  }
}
