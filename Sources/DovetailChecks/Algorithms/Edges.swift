// SPDX-License-Identifier: Apache-2.0

/// The edges between bindings, as one flat list: every walk over a graph is linear in this form and touches no dictionary.
///
/// Only active bindings have edges; see ``Wiring/isActive(_:)``.
package struct Edges: Sendable {
  /// One binding's need, or one resolution observed at run time, that another binding answers.
  package struct Edge: Sendable {
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
    let seen = wiring.graph.observed
    let order = sortedPlaces(seen.count) { (seen[$0].from, seen[$0].to) < (seen[$1].from, seen[$1].to) }
    var next = 0
    for binding in 0..<count {
      if wiring.isActive(binding) { appendNeeds(of: binding, in: wiring) }
      while next < order.count, case let edge = seen[order[next]], edge.from <= binding {
        next += 1
        guard edge.from == binding, (0..<count).contains(edge.to) else { continue }
        guard wiring.isActive(binding), wiring.isActive(edge.to) else { continue }
        all.append(Edge(from: binding, to: edge.to, need: nil, isDeferred: true, keeps: false))
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
