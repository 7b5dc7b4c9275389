// SPDX-License-Identifier: Apache-2.0

extension GraphCheck {
  /// A linked graph under check, with the views that several checks share; each is made on first use.
  package final class Subject {
    package let wiring: Wiring
    /// The graph of the wiring. Held here, because a read through the wiring copies what is around the graph.
    package let graph: Graph
    /// The level of the container that is being made, as a graph has it. The declarations of its parents were checked when they
    /// were made.
    let level: Int
    /// The active bindings that the checked container itself declares, in order.
    private(set) lazy var own = (0..<graph.bindings.count).filter { wiring.isActive($0) && isOwn($0) }
    package private(set) lazy var edges = Edges(wiring)
    package private(set) lazy var depths = Edges.Depths(over: edges)
    private(set) lazy var lifetimes = Lifetimes(wiring)
    package private(set) lazy var captives = lifetimes.captives(over: edges)
    /// The names of types; those of several graphs where they are compared.
    package lazy var names = Names(graph)
    private(set) lazy var nearMisses = NearMisses(wiring, names)
    /// The resolved keys without a binding.
    package private(set) lazy var gaps = Gap.all(.missing, in: self)
    /// Bindings that answer a key only inside their own modules; in order of declaration.
    private(set) lazy var privateAnswers = Dictionary(grouping: (0..<graph.bindings.count).filter(isPrivateAnswer), by: key)
    private(set) lazy var routes = walk(from: rootBindings, unneeded)
    /// The first declared binding that lives in scopes of a kind, by kind: it shows the use of the kind.
    private(set) lazy var residents = firstResidents()

    /// The value of a module, by index in ``Graph/modules``; `nil` where it is not known.
    let value: (Int) -> ModuleValue?

    /// - Parameter level: The level of the container that is checked; by default that of the innermost binding.
    package init(_ wiring: Wiring, level: Int? = nil, value: @escaping (Int) -> ModuleValue? = { _ in nil }) {
      self.wiring = wiring
      graph = wiring.graph
      self.value = value
      self.level = min(level ?? wiring.table.count - 1, Graph.levels.upperBound - 1)
    }
  }
}

extension GraphCheck.Subject {
  /// Whether the checked container itself declares a binding.
  func isOwn(_ binding: Int) -> Bool { graph.bindings[binding].level == level }

  /// Whether a binding is there for its key, and not for a decorated value or a collection.
  func isPlainAnswer(_ binding: Int) -> Bool {
    graph.bindings[binding].role != .decorator && graph.bindings[binding].contribution == nil
  }

  /// The module that declares a binding; `nil` when it is not in the graph.
  func home(of binding: Int) -> Graph.Module? {
    let module = graph.bindings[binding].module
    return graph.modules.indices.contains(module) ? graph.modules[module] : nil
  }

  /// The bindings that the program resolves; without roots, those that no other binding needs.
  package var rootBindings: [Int] {
    graph.roots.isEmpty ? unneeded : graph.roots.flatMap { wiring.link($0, of: nil).bindings }
  }

  /// The active bindings that no other one needs.
  package var unneeded: [Int] { outermost(of: (0..<graph.bindings.count).filter(wiring.isActive)) }

  /// The bindings of a selection that no other one of the selection needs.
  package func outermost(of selection: [Int]) -> [Int] {
    var isChosen = Array(repeating: false, count: edges.bindingCount)
    for binding in selection { isChosen[binding] = true }
    var isNeeded = Array(repeating: false, count: edges.bindingCount)
    for edge in edges.all where edge.from != edge.to && isChosen[edge.from] { isNeeded[edge.to] = true }
    return selection.filter { !isNeeded[$0] }
  }

  /// The bindings that the container builds when it starts because they are eager or have hooks; a decorator is built with the binding that it wraps.
  package var started: [Int] {
    (0..<graph.bindings.count).filter {
      wiring.isActive($0) && graph.bindings[wiring.base(of: $0)].starts && scope(of: $0) == .singleton
    }
  }

  /// A walk from all bindings that the program resolves, and from all that its start builds.
  package func reachable() -> Edges.Walk { walk(from: rootBindings, started) }

  private func walk(from starts: [Int]...) -> Edges.Walk {
    starts.reduce(into: Edges.Walk()) { $0.proceed(from: $1, over: edges) }
  }

  /// The active bindings that the walk does not reach; without the inputs of scopes, which cannot be left out.
  package func unused(beside walk: Edges.Walk) -> [Int] {
    (0..<graph.bindings.count).filter { wiring.isActive($0) && !walk.reached($0) && graph.bindings[$0].role != .input }
  }

  private func isPrivateAnswer(_ binding: Int) -> Bool {
    graph.bindings[binding].isPrivate && graph.bindings[binding].role != .decorator
      && wiring.binding(for: key(of: binding), in: graph.bindings[binding].module) == binding
  }

  private func firstResidents() -> [TypeName: Int] {
    var residents: [TypeName: Int] = [:]
    for binding in 0..<graph.bindings.count where ![.input, .decorator].contains(graph.bindings[binding].role) {
      if case .scoped(let kind) = graph.bindings[binding].scope, residents[kind] == nil { residents[kind] = binding }
    }
    return residents
  }
}
