// SPDX-License-Identifier: Apache-2.0

extension Edges {
  /// The groups of bindings that lead back to themselves along the chosen edges.
  ///
  /// Shape: `[group][binding]`; bindings ascending; a group of one has an edge to itself.
  /// Iterative, to support a chain of any length.
  ///
  /// - Complexity: O(bindings + edges).
  /// - Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1(2), 1972.
  func stronglyConnected(along isChosen: (Edge) -> Bool) -> [[Int]] {
    var search = Search(count: bindingCount)
    for root in 0..<bindingCount where search.order[root] == Search.unseen {
      search.enter(root, at: leaving(root).lowerBound)
      while let frame = search.frames.last {
        if frame.next == leaving(frame.binding).upperBound {
          search.leave(frame.binding)
        } else {
          search.frames[search.frames.count - 1].next += 1
          let edge = all[frame.next]
          guard isChosen(edge) else { continue }
          if search.order[edge.to] == Search.unseen {
            search.enter(edge.to, at: leaving(edge.to).lowerBound)
          } else {
            search.meet(edge)
          }
        }
      }
    }
    return search.groups
  }

  /// The state of one search; the recursion of the paper is its list of frames.
  private struct Search {
    static let unseen = -1
    /// The order in which bindings were first met, from 0.
    var order: [Int]
    /// The earliest binding, by order, known to be reachable and still open.
    var low: [Int]
    var isOpen: [Bool]
    var open: [Int] = []
    var frames: [(binding: Int, next: Int)] = []
    var loops: Set<Int> = []
    var groups: [[Int]] = []
    private var clock = 0

    init(count: Int) {
      order = Array(repeating: Search.unseen, count: count)
      low = order
      isOpen = Array(repeating: false, count: count)
    }

    mutating func enter(_ binding: Int, at edge: Int) {
      order[binding] = clock
      low[binding] = clock
      clock += 1
      isOpen[binding] = true
      open.append(binding)
      frames.append((binding, edge))
    }

    mutating func meet(_ edge: Edge) {
      if edge.from == edge.to { loops.insert(edge.from) }
      if isOpen[edge.to] { low[edge.from] = min(low[edge.from], order[edge.to]) }
    }

    mutating func leave(_ binding: Int) {
      frames.removeLast()
      if let parent = frames.last?.binding { low[parent] = min(low[parent], low[binding]) }
      guard low[binding] == order[binding] else { return }
      if open.last == binding, loops.isEmpty {
        // Alone and in no loop, as all bindings of a graph without errors.
        open.removeLast()
        isOpen[binding] = false
        return
      }
      var group: [Int] = []
      repeat {
        guard let member = open.popLast() else { break }
        isOpen[member] = false
        group.append(member)
      } while group.last != binding
      if group.count > 1 || loops.contains(binding) { groups.append(group.sorted()) }
    }
  }
}
