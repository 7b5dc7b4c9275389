// SPDX-License-Identifier: Apache-2.0

/// The ingredients of a container, kept for changed copies.
package struct Blueprint: Sendable {
  /// One step of reading or leaving out, in order.
  private enum Step: Sendable {
    /// Modules of a layer. Later layers override earlier ones.
    case modules([any Module], layer: Int)
    /// Keys whose binds, as far as they were read, are left out.
    case unbinding(Set<Graph.Key>)
  }

  package let parent: Container?
  private var steps: [Step]
  private var layerCount: Int
  private var removed: [any Module.Type] = []
  let roots: [Root]
  let extensions: [any Extension]
  let observers: ObserverList?

  /// - Parameter layers: The modules of each layer: `[layer][module]`.
  init(
    parent: Container? = nil, layers: [[any Module]], roots: [Root] = [], extensions: [any Extension] = [],
    observers: ObserverList? = nil
  ) {
    self.parent = parent
    steps = layers.enumerated().map { .modules($1, layer: $0) }
    layerCount = layers.count
    self.roots = roots
    self.extensions = extensions
    self.observers = observers
  }

  /// Reads the modules, links their declarations and checks them. Builds nothing.
  func draft() -> Draft {
    var collector = parent.map { $0.plan.collector(removing: removed) } ?? Collector(removing: removed)
    for step in steps {
      switch step {
      case .modules(let modules, let layer):
        for module in modules { collector.add(module, layer: layer) }
        collector.settle()
      case .unbinding(let keys): collector.unbind(keys)
      }
    }
    let observed = parent?.observedEdges ?? []
    var maker = GraphMaker(collector, roots: roots, observed: observed)
    var wiring = maker.link()
    if collector.mayAddImplicit(to: wiring) {
      collector.addImplicit(roots: roots.map { ImplicitBind.layers(of: $0.request.need) })
      maker = GraphMaker(collector, roots: roots, observed: observed)
      wiring = maker.link()
    }
    let useless = removed.filter { !collector.removedTypes.contains(ObjectIdentifier($0)) }
    let defaults = ArgumentDefaults(collector.arguments, collector.entries, wiring, inherited: parent?.plan.entries.count ?? 0)
    let subject = GraphCheck.Subject(wiring) { [collector] in collector.value(of: $0) }
    let report = Report(
      GraphCheck.run(on: subject).diagnostics + useless.map(Blueprint.nothingToRemove) + defaults.findings
        + collector.findings(in: subject))
    return Draft(
      maker: maker, wiring: wiring, depths: subject.depths, report: report, defaults: defaults.values)
  }

  private static func nothingToRemove(_ module: any Module.Type) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID(rawValue: "nothing-to-remove"), .error, "no module '\(TypeName(module))' is there to be removed",
      help: "remove it from the call, or name the type of a module that the container was made from or that one of them includes")
  }
}

// The changes for a copy.
extension Blueprint {
  /// Adds a layer that overrides the layers before it.
  mutating func override(with modules: [any Module]) {
    steps.append(.modules(modules, layer: layerCount))
    layerCount += 1
  }

  /// Leaves out modules of some types.
  mutating func remove(_ types: [any Module.Type]) { removed += types }

  /// Reads more modules beside the first ones, and no longer removes modules of their types: the new modules take the place of the listed ones.
  mutating func add(_ modules: [any Module]) {
    let types = Set(modules.map { ObjectIdentifier(type(of: $0)) })
    let returning = Set(removed.map { ObjectIdentifier($0) }).intersection(types)
    removed.removeAll { returning.contains(ObjectIdentifier($0)) }
    steps = steps.map { step in
      guard case .modules(let listed, let layer) = step else { return step }
      return .modules(listed.filter { !returning.contains(ObjectIdentifier(type(of: $0))) }, layer: layer)
    }
    steps.append(.modules(modules, layer: 0))
    layerCount = max(layerCount, 1)
  }

  /// Leaves out the binds of some keys.
  mutating func unbind(_ keys: Set<Graph.Key>) { steps.append(.unbinding(keys)) }
}

/// A graph that was read and checked, but not compiled.
struct Draft {
  let maker: GraphMaker
  let wiring: Wiring
  let depths: Edges.Depths
  let report: Report
  /// The defaults of run-time arguments, by binding.
  let defaults: [Int: [any Sendable]]
  /// Whether the graph extends that of a running container.
  var isExtension = false
  /// The module that follows requests, if no bind of the draft names one: the binds of later extensions may need it.
  var follower: (any Following.Type)?
}
