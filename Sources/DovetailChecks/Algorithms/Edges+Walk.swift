// SPDX-License-Identifier: Apache-2.0

extension Edges {
  /// A breadth-first walk that remembers the edge to each binding, and so gives shortest routes.
  package struct Walk {
    /// The place in ``Edges/all`` of the edge by which a binding was first met; see the two constants.
    private(set) var arrival: [Int]
    static let unseen = -1
    static let source = -2

    /// Bindings in the order in which they were met.
    private(set) var met: [Int] = []
    private var next = 0

    init(over edges: Edges) { arrival = Array(repeating: Walk.unseen, count: edges.bindingCount) }

    /// Continues the walk from more sources, over bindings that it has not met yet.
    ///
    /// - Parameters:
    ///   - sources: The new sources; those that were met already are ignored.
    ///   - edges: The edges that the walk was made over.
    ///   - isChosen: Whether to follow an edge.
    mutating func proceed(from sources: [Int], over edges: Edges, along isChosen: (Edge) -> Bool = { _ in true }) {
      for source in sources where arrival[source] == Walk.unseen {
        arrival[source] = Walk.source
        met.append(source)
      }
      while next < met.count {
        for place in edges.leaving(met[next]) where arrival[edges.all[place].to] == Walk.unseen && isChosen(edges.all[place]) {
          arrival[edges.all[place].to] = place
          met.append(edges.all[place].to)
        }
        next += 1
      }
    }

    /// Whether the walk reached a binding.
    func reached(_ binding: Int) -> Bool { arrival[binding] != Walk.unseen }

    /// The edges from the source to a binding, in order; empty for a source and for a binding that was not met.
    func route(to binding: Int, over edges: Edges) -> [Edge] {
      var route: [Edge] = []
      var binding = binding
      while arrival[binding] >= 0 {
        let edge = edges.all[arrival[binding]]
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

    /// Forgets all bindings, at a cost proportional to the met ones.
    mutating func reset() {
      for binding in met { arrival[binding] = Walk.unseen }
      met.removeAll(keepingCapacity: true)
      next = 0
    }
  }
}
