// SPDX-License-Identifier: Apache-2.0

/// The edges between bindings, as one flat list: every walk over a graph is linear in this form and touches no dictionary.
///
/// Only active bindings have edges; see ``Wiring/isActive(_:)``.
package struct Edges: Sendable {
  /// One binding's need, or one resolution observed at run time, that another binding answers.
  package struct Edge: Hashable, Sendable {
    /// The index of the needing binding.
    package let from: Int
    /// The index of the answering binding.
    package let to: Int
    /// The index in the needs of the needing binding; `nil` for a resolution that was only observed.
    package let need: Int?
    /// Whether the answer is resolved after the factory returned.
    package let isDeferred: Bool
    /// Whether the needing binding keeps the answer: true for all but a provider, a factory or a closure.
    package let keeps: Bool
  }

  /// Shape: `[edge]`, by binding, then by need, then in the order of a collection; observed ones last.
  package private(set) var all: [Edge] = []
  /// The edges of a binding are those at `starts[binding]..<starts[binding + 1]` of ``all``.
  private var starts: [Int] = [0]

  /// Lists the edges of a graph.
  ///
  /// - Complexity: O(bindings + needs).
  package init(_ wiring: Wiring) {
    let count = wiring.graph.bindings.count
    starts.reserveCapacity(count + 1)
    let observed = Dictionary(grouping: wiring.graph.observed, by: \.from)
    for binding in 0..<count {
      if wiring.isActive(binding) {
        appendNeeds(of: binding, in: wiring)
        for edge in observed[binding] ?? [] where (0..<count).contains(edge.to) && wiring.isActive(edge.to) {
          all.append(Edge(from: binding, to: edge.to, need: nil, isDeferred: true, keeps: false))
        }
      }
      starts.append(all.count)
    }
  }

  /// The places in ``all`` of the edges that leave a binding.
  package func leaving(_ binding: Int) -> Range<Int> { starts[binding]..<starts[binding + 1] }

  /// The number of bindings.
  package var bindingCount: Int { starts.count - 1 }

  private mutating func appendNeeds(of binding: Int, in wiring: Wiring) {
    let needs = wiring.graph.bindings[binding].needs
    for index in needs.indices where needs[index].isReal {
      let link = wiring.links[binding][index]
      var (isDeferred, keeps) = (false, true)
      for wrapper in needs[index].wrappers.prefix(link.depth) where wrapper.form.isDeferred {
        isDeferred = true
        if wrapper.form != .lazy { keeps = false }
      }
      for target in link.bindings {
        all.append(Edge(from: binding, to: target, need: index, isDeferred: isDeferred, keeps: keeps))
      }
    }
  }
}

extension Graph.Need {
  /// Whether a declared dependency matches a parameter or a property; `unknown-need` reports the others.
  package var isReal: Bool { problem == nil || place != .declared }
}

extension Edges {
  /// The length of the longest chain of bindings through which each binding is built.
  package struct Depths: Sendable {
    /// By binding; 1 for one without needs. Meaningless when there is a loop.
    package private(set) var all: [Int32]
    /// Whether some binding would have to be built before itself.
    private(set) var hasLoop = false

    /// Follows every chain of needs to its end.
    ///
    /// - Parameter isCounted: Whether a dependency makes the chain longer.
    /// - Complexity: O(bindings + needs).
    package init(over edges: Edges, counting isCounted: (_ binding: Int) -> Bool = { _ in true }) {
      all = Array(repeating: 0, count: edges.bindingCount)
      for binding in edges.finished(along: { !$0.isDeferred }) {
        var depth: Int32 = 1
        for place in edges.leaving(binding) where !edges.all[place].isDeferred {
          let need = edges.all[place].to
          // Without a loop, every dependency is left before the binding itself.
          if all[need] == 0 { hasLoop = true }
          if isCounted(need) { depth = max(depth, all[need] + 1) }
        }
        all[binding] = depth
      }
    }
  }
}

extension Edges {
  /// A breadth-first walk that remembers the edge to each binding, and so gives shortest routes.
  package struct Walk {
    /// The place in ``Edges/all`` of the edge by which a binding was first met; `source` for one that the walk began at.
    ///
    /// A dictionary, so a short walk costs the same in a graph of any size.
    private var arrival: [Int: Int] = [:]
    private static let source = -1

    /// Bindings in the order in which they were met.
    private(set) var met: [Int] = []
    private var next = 0

    /// Continues the walk from more sources, over bindings that it has not met yet.
    ///
    /// - Parameters:
    ///   - sources: The new sources; those that were met already are ignored.
    ///   - edges: The edges that the walk was made over.
    ///   - isChosen: Whether to follow an edge.
    mutating func proceed(from sources: [Int], over edges: Edges, along isChosen: (Edge) -> Bool = { _ in true }) {
      for source in sources where arrival[source] == nil {
        arrival[source] = Walk.source
        met.append(source)
      }
      while next < met.count {
        for place in edges.leaving(met[next]) where arrival[edges.all[place].to] == nil && isChosen(edges.all[place]) {
          arrival[edges.all[place].to] = place
          met.append(edges.all[place].to)
        }
        next += 1
      }
    }

    /// Whether the walk reached a binding.
    func reached(_ binding: Int) -> Bool { arrival[binding] != nil }

    /// The edges from the source to a binding, in order; empty for a source and for a binding that was not met.
    func route(to binding: Int, over edges: Edges) -> [Edge] {
      var route: [Edge] = []
      var binding = binding
      while let place = arrival[binding], place != Walk.source {
        let edge = edges.all[place]
        route.append(edge)
        binding = edge.from
      }
      return route.reversed()
    }

    /// A shortest loop at the source, by needs that are not deferred; `nil` when there is none.
    func loop(at source: Int, over edges: Edges) -> [Edge]? {
      // Breadth first: the first one met that leads back closes a shortest loop.
      let last = met.flatMap(edges.leaving).first { edges.all[$0].to == source && !edges.all[$0].isDeferred }
      return last.map { route(to: edges.all[$0].from, over: edges) + [edges.all[$0]] }
    }
  }
}

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
