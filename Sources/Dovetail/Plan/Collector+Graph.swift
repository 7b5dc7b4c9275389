// SPDX-License-Identifier: Apache-2.0

// The collected items as a graph.
extension Collector {
  /// The graph, made anew each time.
  func graph(_ roots: [Root] = [], _ observed: [Graph.ObservedEdge] = []) -> Graph {
    var asked = roots.map(\.request)
    for entry in entries { asked += entry.item.declaration.needs.lazy.filter(\.mayBeClosure) }
    let closures = Closures(entries, askedFor: asked)
    return Graph(
      modules: modules, bindings: entries.map { binding($0, closures) }, scopeKinds: kinds.map { $0.graphKind },
      roots: roots.map { closures.resolve($0.request).need }, observed: observed, moduleCycles: cycles)
  }

  /// The graph, linked. An override that names no scope gets that of the bind which it replaces.
  mutating func link(_ roots: [Root], _ observed: [Graph.ObservedEdge]) -> Wiring {
    let wiring = Wiring(graph(roots, observed))
    // Even the empty loop below would copy the entries.
    if wiring.replaces.isEmpty { return wiring }
    var inherits = false
    for (override, replaced) in wiring.replaces where entries[override].item.declaration.namedScope == nil {
      var source = replaced
      while entries[source].item.declaration.namedScope == nil, let earlier = wiring.replaces[source] { source = earlier }
      guard entries[source].item.declaration.namedScope != nil else { continue }
      entries[override].share(as: entries[source].item)
      inherits = true
    }
    // A scope may bring needs and an actor, so all is linked again.
    return inherits ? Wiring(graph(roots, observed)) : wiring
  }

  private func binding(_ entry: Collector.Entry, _ closures: Closures) -> Graph.Binding {
    let declared = entry.item.declaration
    let needs = declared.needs.map { closures.resolve($0).need }
    var binding = Graph.Binding(
      key: declared.key, role: declared.role, scope: declared.scope.graphScope, needs: needs, isOverride: entry.isOverride,
      isPrivate: declared.isPrivate, isOpaque: declared.isOpaque, closes: declared.closes, starts: declared.starts,
      isAsync: declared.isAsync, isExternal: declared.isExternal, layer: entry.layer, level: entry.level, module: entry.module,
      location: declared.location)
    // Each rare property is a look-up.
    if declared.isPlain { return binding }
    binding.arguments = declared.arguments
    binding.hasDefaults = declared.hasDefaults
    binding.contribution = declared.contribution
    binding.isolation = declared.isolation
    binding.staysOnActor = binding.factoryIsolation != nil && !declared.mayLeaveActor
    return binding
  }
}

/// The function types that are closures returning a bound value. Computed only when some need is a function.
struct Closures {
  private let results: [ObjectIdentifier: any Any.Type]

  init(_ entries: [Collector.Entry], askedFor requests: [DeclaredNeed]) {
    var results: [ObjectIdentifier: any Any.Type] = [:]
    let asked = requests.filter(\.mayBeClosure)
    let awaited = asked.contains { PlainClosure.isAwaited($0.type) }
    for entry in entries where !asked.isEmpty {
      results.merge(entry.item.closureResults(awaited: awaited)) { $1 }
    }
    self.results = results
  }

  func resolve(_ request: DeclaredNeed) -> DeclaredNeed {
    guard request.mayBeClosure else { return request }
    var request = request
    request.resolveClosure(results)
    return request
  }
}
