// SPDX-License-Identifier: Apache-2.0

/// The ingredients of a container, kept for changed copies.
package struct PlanInput: Sendable {
  /// One step of reading or leaving out, in order.
  private enum Step: Sendable {
    /// Modules of a layer. Later layers override earlier ones.
    case modules([any Module], layer: Int)
    /// Keys whose binds, as far as they were read, are left out.
    case unbinding(Set<Graph.Key>)
  }

  let parent: Container?
  private var steps: [Step]
  private var layerCount: Int
  private var removed: [any Module.Type] = []
  let standIns: StandIns
  let roots: [Root]
  let extensions: [any Extension]
  let observers: ObserverList?

  /// - Parameter layers: The modules of each layer: `[layer][module]`.
  package init(
    parent: Container? = nil, layers: [[any Module]], standIns: StandIns = .none, roots: [Root] = [],
    extensions: [any Extension] = [], observers: ObserverList? = nil
  ) {
    self.parent = parent
    self.standIns = standIns
    steps = layers.enumerated().map { .modules($1, layer: $0) }
    layerCount = layers.count
    self.roots = roots
    self.extensions = extensions
    self.observers = observers
  }

  /// Reads the modules, links their declarations and checks them. Builds nothing.
  func draft() -> Draft {
    var collector =
      parent.map { $0.plan.collector(standIns: standIns, removing: removed) }
      ?? Collector(standIns: standIns, removing: removed)
    for step in steps {
      switch step {
      case .modules(let modules, let layer):
        for module in modules { collector.add(module, layer: layer) }
        collector.settle()
      case .unbinding(let keys): collector.unbind(keys)
      }
    }
    let observed = parent?.inheritedEdges ?? []
    var wiring = collector.link(roots, observed)
    let asked = collector.askedImplicitly(in: wiring)
    if !asked.isEmpty {
      collector.addImplicit(for: asked)
      wiring = collector.link(roots, observed)
    }
    let useless = removed.filter { !collector.removedTypes.contains(ObjectIdentifier($0)) }
    return Draft(collector, wiring, over: parent?.plan, findings: useless.map(PlanInput.nothingToRemove))
  }

  private static func nothingToRemove(_ module: any Module.Type) -> Diagnostic {
    Diagnostic(
      Diagnostic.ID(rawValue: "nothing-to-remove"), .error, "no module '\(TypeName(module))' is there to be removed",
      help: "remove it from the call, or name the type of a module that the container was made from or that one of them includes")
  }
}

// The changes for a copy.
extension PlanInput {
  mutating func override(with modules: [any Module]) {
    bringBack(modules)
    // A module that overrides again does so in the new layer alone: equal modules are read once.
    var known = KnownModules()
    for module in modules { _ = known.claim(module, for: 0) }
    steps = steps.map { step in
      guard case .modules(let listed, let layer) = step, layer > 0 else { return step }
      return .modules(
        listed.filter {
          var known = known
          return known.claim($0, for: 0) == nil
        }, layer: layer)
    }
    steps.append(.modules(modules, layer: layerCount))
    layerCount += 1
  }

  mutating func remove(_ types: [any Module.Type]) { removed += types }

  /// Reads more modules beside the first ones.
  mutating func add(_ modules: [any Module]) {
    bringBack(modules)
    steps.append(.modules(modules, layer: 0))
    layerCount = max(layerCount, 1)
  }

  /// No longer removes modules of the types of some, which take the place of the listed ones.
  private mutating func bringBack(_ modules: [any Module]) {
    let types = Set(modules.map { ObjectIdentifier(type(of: $0)) })
    let returning = Set(removed.map { ObjectIdentifier($0) }).intersection(types)
    removed.removeAll { returning.contains(ObjectIdentifier($0)) }
    steps = steps.map { step in
      guard case .modules(let listed, let layer) = step else { return step }
      return .modules(listed.filter { !returning.contains(ObjectIdentifier(type(of: $0))) }, layer: layer)
    }
  }

  mutating func unbind(_ keys: Set<Graph.Key>) { steps.append(.unbinding(keys)) }
}

/// A graph that was read and checked. The plan that is made from it keeps it, for errors, exports and starts.
///
/// While it is compiled it is a struct: each read of a large property of an object copies all that is in it.
struct Draft: Sendable {
  let entries: [Collector.Entry]
  let modules: [Graph.Module]
  let kinds: [any ScopeKind.Type]
  let wiring: Wiring
  let depths: Edges.Depths
  let report: Report
  /// The defaults of run-time arguments, by binding.
  let defaults: [Int: [any Sendable]]
  /// Whether the graph extends that of a running container.
  let isExtension: Bool
  /// The module that follows requests, if no bind of the draft names one: the binds of later extensions may need it.
  let tracker: (any ResolutionTracker.Type)?

  /// - Parameters:
  ///   - base: The plan of the parent, or the plan that is extended.
  ///   - findings: Findings besides those of the checks and the modules.
  init(
    _ collector: Collector, _ wiring: Wiring, over base: Plan?, findings: [Diagnostic] = [],
    isExtension: Bool = false, tracker: (any ResolutionTracker.Type)? = nil
  ) {
    let defaults = ArgumentDefaults(collector.arguments, collector.entries, wiring, inherited: base?.entries.count ?? 0)
    let subject = GraphCheck.Subject(wiring, level: collector.level) { collector.value(of: $0) }
    report = Report(GraphCheck.run(on: subject).diagnostics + findings + defaults.findings + collector.findings(in: subject))
    depths = subject.depths
    (entries, modules, kinds) = (collector.entries, collector.modules, collector.kinds)
    self.wiring = wiring
    self.defaults = defaults.values
    self.isExtension = isExtension
    self.tracker = tracker
  }

  /// The description of a binding in errors.
  func step(of binding: Int, family: ContainerFamily) -> ResolutionError.Step {
    let (entry, base) = (entries[binding], entries[wiring.base(of: binding)])
    let declaration = entry.item.declaration
    return ResolutionError.Step(
      key: declaration.key, location: declaration.location, scope: base.item.declaration.scope.graphScope,
      module: modules[entry.module].name, isExternal: declaration.isExternal, family: family)
  }
}

/// A resolution of the program itself. Bindings that no root leads to are reported as unused.
public struct Root: Sendable {
  let request: DeclaredNeed

  /// Names a type.
  public init<Value>(_ type: Value.Type, named name: String? = nil) { request = DeclaredNeed(type, named: name) }

  /// Names a key.
  public init<Value>(_ key: Key<Value>) { request = DeclaredNeed(key) }
}
