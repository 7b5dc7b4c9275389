// SPDX-License-Identifier: Apache-2.0

extension GraphCheck {
  /// A linked graph under check, with the views that several checks share; each is made when the first check asks for it.
  package final class Subject {
    package let wiring: Wiring
    package let graph: Graph
    /// The level of the container that is being made. What its parents declare was checked when they were made.
    let level: Int
    /// The bindings that take part and that the checked container itself declares, in order.
    private(set) lazy var own = wiring.graph.bindings.indices.filter { wiring.isActive($0) && isOwn($0) }
    package private(set) lazy var edges = Edges(wiring)
    private(set) lazy var lifetimes = Lifetimes(wiring)
    private(set) lazy var captives = lifetimes.captives(over: edges)
    package private(set) lazy var names = Names(wiring.graph)
    private(set) lazy var nearMisses = NearMisses(wiring, names)
    private(set) lazy var gaps = Gap.all(in: self)
    private(set) lazy var routes = routesFromRoots()
    /// Bindings as steps of paths; a hundred findings at the end of a long chain share most of their steps.
    var knownSteps: [Int: Diagnostic.Step] = [:]

    package init(_ wiring: Wiring) {
      self.wiring = wiring
      graph = wiring.graph
      level = wiring.table.count - 1
    }
  }
}

extension GraphCheck.Subject {
  /// Whether the checked container itself declares a binding.
  func isOwn(_ binding: Int) -> Bool { wiring.graph.bindings[binding].level == level }

  /// The bindings that the program asks for, or, when it did not say so, those that nobody needs.
  package var rootBindings: [Int] {
    graph.roots.isEmpty ? unneeded : graph.roots.flatMap { wiring.link($0, of: nil).bindings }
  }

  /// The bindings that take part and that no other one needs.
  package var unneeded: [Int] {
    var isNeeded = Array(repeating: false, count: edges.bindingCount)
    for edge in edges.all where edge.from != edge.to { isNeeded[edge.to] = true }
    return isNeeded.indices.filter { !isNeeded[$0] && wiring.isActive($0) }
  }

  private func routesFromRoots() -> Edges.Walk {
    var walk = Edges.Walk(over: edges)
    walk.proceed(from: rootBindings, over: edges)
    walk.proceed(from: unneeded, over: edges)
    return walk
  }
}
