// SPDX-License-Identifier: Apache-2.0

/// Describes collected items as a graph.
struct GraphMaker {
  let graph: Graph

  init(_ collector: Collector, roots: [Root], observed: [Graph.ObservedEdge]) {
    let isUsed = collector.entries.contains { $0.mayNeedClosure } || roots.contains { $0.request.mayBeClosure }
    let closures = Closures(collector.entries, isUsed: isUsed)
    graph = Graph(
      modules: collector.modules,
      bindings: collector.entries.map { GraphMaker.binding($0, closures) },
      scopeKinds: collector.kinds.map { $0.graphKind },
      roots: roots.map { closures.resolve($0.request).need },
      observed: observed,
      moduleCycles: collector.cycles)
  }

  private static func binding(_ entry: Collector.Entry, _ closures: Closures) -> Graph.Binding {
    let declaration = entry.item.declaration
    let needs = declaration.needs.map { $0.mayBeClosure ? closures.resolve($0).need : $0.need }
    return Graph.Binding(
      key: declaration.key,
      role: declaration.role,
      scope: declaration.scope.graphScope,
      needs: needs,
      arguments: declaration.arguments,
      hasDefaults: !declaration.defaults.isEmpty && declaration.defaults.count == declaration.arguments.count,
      contribution: declaration.contribution,
      isOverride: entry.isOverride,
      isPrivate: declaration.isPrivate,
      isOpaque: needs.contains { $0.source == .resolver },
      closes: declaration.closes,
      starts: declaration.starts,
      isAsync: declaration.isAsync,
      isLive: declaration.isLive,
      isolation: declaration.isolation,
      layer: entry.layer,
      level: entry.level,
      module: entry.module,
      location: declaration.location)
  }
}

/// Knows which function types are closures that return something bound. Worked out only when some need is a function.
struct Closures {
  private let results: [ObjectIdentifier: any Any.Type]

  init(_ entries: [Collector.Entry], isUsed: Bool) {
    guard isUsed else {
      results = [:]
      return
    }
    var results: [ObjectIdentifier: any Any.Type] = [:]
    for entry in entries {
      for (closure, result) in entry.item.closureResults() { results[ObjectIdentifier(closure)] = result }
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
