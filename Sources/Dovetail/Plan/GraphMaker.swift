// SPDX-License-Identifier: Apache-2.0

/// Describes collected items as a graph.
struct GraphMaker: Sendable {
  let entries: [Collector.Entry]
  let modules: [Graph.Module]
  let kinds: [any ScopeKind.Type]
  private let roots: [Root]
  private let observed: [Graph.ObservedEdge]
  private let cycles: [[TypeName]]

  init(_ collector: Collector, roots: [Root], observed: [Graph.ObservedEdge]) {
    // The container keeps them, so it should not keep much room for more.
    let isLoose = collector.entries.capacity > collector.entries.count + collector.entries.count / 4
    entries = isLoose ? Array(collector.entries.lazy.map { $0 }) : collector.entries
    modules = collector.modules
    kinds = collector.kinds
    cycles = collector.cycles
    self.roots = roots
    self.observed = observed
  }

  /// The graph, made anew each time.
  var graph: Graph {
    var asked = roots.map(\.request)
    for entry in entries where entry.mayNeedClosure { asked += entry.item.declaration.needs }
    let closures = Closures(entries, askedFor: asked)
    return Graph(
      modules: modules,
      bindings: entries.indices.map { binding($0, closures) },
      scopeKinds: kinds.map { $0.graphKind },
      roots: roots.map { closures.resolve($0.request).need },
      observed: observed,
      moduleCycles: cycles)
  }

  private func binding(_ index: Int, _ closures: Closures) -> Graph.Binding {
    let item = entries[index].item
    var needs: [Graph.Need] = []
    needs.reserveCapacity(item.declaration.needs.count)
    for request in item.declaration.needs { needs.append(request.mayBeClosure ? closures.resolve(request).need : request.need) }
    return Graph.Binding(
      key: item.declaration.key,
      role: item.declaration.role,
      scope: item.declaration.scope.graphScope,
      needs: needs,
      arguments: item.declaration.arguments,
      hasDefaults: !item.declaration.defaults.isEmpty && item.declaration.defaults.count == item.declaration.arguments.count,
      contribution: item.declaration.contribution,
      isOverride: entries[index].isOverride,
      isPrivate: item.declaration.isPrivate,
      isOpaque: needs.contains { $0.source == .resolver },
      closes: item.declaration.closes,
      starts: item.declaration.starts,
      isAsync: item.declaration.isAsync,
      isLive: item.declaration.isLive,
      isolation: item.declaration.isolation,
      layer: entries[index].layer,
      level: entries[index].level,
      module: entries[index].module,
      location: item.declaration.location)
  }
}

/// Knows which function types are closures that return something bound. Worked out only when some need is a function.
struct Closures {
  private let results: [ObjectIdentifier: any Any.Type]

  init(_ entries: [Collector.Entry], askedFor requests: [NeedRequest]) {
    var results: [ObjectIdentifier: any Any.Type] = [:]
    let asked = requests.filter(\.mayBeClosure)
    let awaited = asked.contains { PlainClosure.isAwaited($0.type) }
    for entry in entries where !asked.isEmpty {
      for (closure, result) in entry.item.closureResults(awaited: awaited) { results[ObjectIdentifier(closure)] = result }
    }
    self.results = results
  }

  func resolve(_ request: NeedRequest) -> NeedRequest {
    guard request.mayBeClosure else { return request }
    var request = request
    request.resolveClosure(results)
    return request
  }
}
