// SPDX-License-Identifier: Apache-2.0

/// What a container is made from, kept so that changed copies can be made.
struct Blueprint: Sendable {
  var parent: Container?
  /// The modules of each layer: `[layer][module]`. Later layers override earlier ones.
  var layers: [[any Module]]
  var removed: [any Module.Type] = []
  var roots: [Root] = []
  var extensions: [any Extension] = []
  var observers: ObserverList?

  /// Reads the modules, links what they declare and checks it. Builds nothing.
  func draft() -> Draft {
    var collector = Collector(over: parent?.plan, removing: removed)
    for (layer, modules) in layers.enumerated() {
      for module in modules { collector.add(module, layer: layer) }
      collector.settle()
    }
    let observed = parent?.observedEdges ?? []
    var maker = GraphMaker(collector, roots: roots, observed: observed)
    var wiring = maker.wiring
    if collector.mayAddImplicit(to: wiring) {
      collector.addImplicit(roots: roots.map { ImplicitBind.layers(of: $0.request.need) })
      maker = GraphMaker(collector, roots: roots, observed: observed)
      wiring = maker.wiring
    }
    let useless = removed.filter { !collector.removedTypes.contains(ObjectIdentifier($0)) }
    let defaults = ArgumentDefaults(collector.arguments, collector.entries, wiring, inherited: parent?.plan.entries.count ?? 0)
    let subject = GraphCheck.Subject(wiring)
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

/// A graph that was read and checked, but not compiled.
struct Draft {
  let maker: GraphMaker
  let wiring: Wiring
  let depths: Edges.Depths
  let report: Report
  /// The defaults of run-time arguments, by binding.
  let defaults: [Int: [any Sendable]]
  /// Whether the graph extends that of a running container, which later extensions may find to need a tree.
  var isExtension = false

  var entries: [Collector.Entry] { maker.entries }
  var kinds: [any ScopeKind.Type] { maker.kinds }
}
