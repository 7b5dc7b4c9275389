// SPDX-License-Identifier: Apache-2.0

extension GraphCheck {
  /// A linked graph under check, with the views that several checks share; each is made on first use.
  package final class Subject {
    package let wiring: Wiring
    /// The whole graph, for diagnostics and for drawings. A check reads the ``outline`` until it has a diagnostic.
    package private(set) lazy var graph = wiring.graph
    /// The level of the container that is being made. The declarations of its parents were checked when they were made.
    let level: Int
    /// The active bindings that the checked container itself declares, in order.
    private(set) lazy var own = (0..<outline.count).filter { wiring.isActive($0) && isOwn($0) }
    package private(set) lazy var edges = Edges(wiring)
    package private(set) lazy var depths = Edges.Depths(over: edges)
    private(set) lazy var lifetimes = Lifetimes(wiring)
    package private(set) lazy var captives = lifetimes.captives(over: edges)
    package private(set) lazy var names = Names(graph)
    private(set) lazy var nearMisses = NearMisses(wiring, of: graph, names)
    /// The resolved keys without a binding.
    package private(set) lazy var gaps = Gap.all(.missing, in: self)
    /// Bindings that answer a key only inside their own modules; in order of declaration.
    private(set) lazy var privateAnswers = Dictionary(grouping: (0..<outline.count).filter(isPrivateAnswer), by: key)
    private(set) lazy var routes = walk(from: rootBindings, unneeded)
    /// The first declared binding that lives in scopes of a kind, by kind: it shows the use of the kind.
    private(set) lazy var residents = firstResidents()
    /// Bindings as steps of paths; a hundred diagnostics at the end of a long chain share most of their steps.
    var knownSteps: [Int: Diagnostic.Step] = [:]

    /// The value of a module, by index in ``Graph/modules``; `nil` where it is not known.
    let value: (Int) -> ModuleValue?

    package init(_ wiring: Wiring, value: @escaping (Int) -> ModuleValue? = { _ in nil }) {
      self.wiring = wiring
      self.value = value
      level = wiring.table.count - 1
    }
  }
}

extension GraphCheck.Subject {
  /// Whether the checked container itself declares a binding.
  func isOwn(_ binding: Int) -> Bool { outline[binding].place.level == level }

  /// The compact form of the graph.
  var outline: Outline { wiring.outline }

  /// See ``Graph/modules``.
  var modules: [Graph.Module] { outline.frame.modules }

  /// The module that declares a binding; `nil` when it is not in the graph.
  func home(of binding: Int) -> Graph.Module? {
    let module = outline[binding].place.module
    return modules.indices.contains(module) ? modules[module] : nil
  }

  /// The bindings that the program resolves; without roots, those that no other binding needs.
  package var rootBindings: [Int] {
    outline.frame.roots.isEmpty ? unneeded : outline.frame.roots.flatMap { wiring.link($0, of: nil).bindings }
  }

  /// The active bindings that no other one needs.
  package var unneeded: [Int] {
    var isNeeded = Array(repeating: false, count: edges.bindingCount)
    for edge in edges.all where edge.from != edge.to { isNeeded[edge.to] = true }
    return isNeeded.indices.filter { !isNeeded[$0] && wiring.isActive($0) }
  }

  /// The bindings that the container builds when it starts because they are eager or have hooks; a decorator is built with the binding that it wraps.
  package var started: [Int] {
    guard outline.found.contains(.starts) else { return [] }
    return (0..<outline.count).filter {
      wiring.isActive($0) && outline[wiring.base(of: $0)].marks.contains(.starts) && scope(of: $0) == .singleton
    }
  }

  /// A walk from all bindings that the program resolves, and from all that its start builds.
  package func reachable() -> Edges.Walk { walk(from: rootBindings, started) }

  private func walk(from starts: [Int]...) -> Edges.Walk {
    starts.reduce(into: Edges.Walk(over: edges)) { $0.proceed(from: $1, over: edges) }
  }

  /// The active bindings that the walk does not reach; without the inputs of scopes, which cannot be left out.
  package func unused(beside walk: Edges.Walk) -> [Int] {
    (0..<outline.count).filter { wiring.isActive($0) && !walk.reached($0) && !outline[$0].marks.contains(.input) }
  }

  private func isPrivateAnswer(_ binding: Int) -> Bool {
    let bound = outline[binding]
    return bound.marks.contains(.isPrivate) && !bound.marks.contains(.decorator)
      && wiring.binding(for: key(of: binding), in: bound.place.module) == binding
  }

  private func firstResidents() -> [TypeName: Int] {
    var residents: [TypeName: Int] = [:]
    for binding in 0..<outline.count where outline[binding].marks.isDisjoint(with: [.input, .decorator]) {
      if case .scoped(let kind) = outline.scope(of: binding), residents[kind] == nil { residents[kind] = binding }
    }
    return residents
  }
}
