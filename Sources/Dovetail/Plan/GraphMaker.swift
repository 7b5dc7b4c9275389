// SPDX-License-Identifier: Apache-2.0

/// Describes collected items as a graph.
struct GraphMaker: Sendable {
  private(set) var entries: [Collector.Entry]
  let modules: [Graph.Module]
  let kinds: [any ScopeKind.Type]
  private let roots: [Root]
  private let observed: [Graph.ObservedEdge]
  private let cycles: [[TypeName]]

  init(_ collector: Collector, roots: [Root], observed: [Graph.ObservedEdge]) {
    entries = collector.entries
    modules = collector.modules
    kinds = collector.kinds
    cycles = collector.cycles
    self.roots = roots
    self.observed = observed
  }

  /// The graph, made anew each time.
  var graph: Graph {
    let closures = closures
    return graph(of: entries.map { binding($0, closures) }, closures)
  }

  /// The facts about the graph for linking and checking: all that a container reads as long as there are no diagnostics.
  private var outline: Outline {
    let closures = closures
    var outline = Outline(of: graph(of: [], closures), bindings: entries.count)
    for entry in entries {
      let key = entry.item.declaration.key
      guard let marks = entry.marks, let type = key.type.type else {
        outline.append(binding(entry, closures))
        continue
      }
      outline.append(type, named: key.name, marks, at: entry.place)
      for request in entry.item.declaration.needs {
        if request.isPlain {
          outline.append(need: request.type, named: request.name)
        } else {
          outline.append(need: closures.resolve(request).need)
        }
      }
      outline.endBinding()
    }
    return outline
  }

  var wiring: Wiring { Wiring(outline) { graph } }

  /// The graph's outline, linked. An override that names no scope gets that of the bind which it replaces.
  mutating func link() -> Wiring {
    let wiring = wiring
    // Even the empty loop below would copy the entries.
    if wiring.replaces.isEmpty { return wiring }
    var inherits = false
    for (override, replaced) in wiring.replaces where !entries[override].item.declaration.namesScope {
      var source = replaced
      while !entries[source].item.declaration.namesScope, let earlier = wiring.replaces[source] { source = earlier }
      guard entries[source].item.declaration.namesScope else { continue }
      entries[override].share(as: entries[source].item)
      inherits = true
    }
    // A scope may bring needs and an actor, so all is linked again.
    return inherits ? self.wiring : wiring
  }

  private var closures: Closures {
    var asked = roots.map(\.request)
    for entry in entries { asked += entry.item.declaration.needs.lazy.filter(\.mayBeClosure) }
    return Closures(entries, askedFor: asked)
  }

  private func graph(of bindings: [Graph.Binding], _ closures: Closures) -> Graph {
    Graph(
      modules: modules, bindings: bindings, scopeKinds: kinds.map { $0.graphKind },
      roots: roots.map { closures.resolve($0.request).need }, observed: observed, moduleCycles: cycles)
  }

  private func binding(_ entry: Collector.Entry, _ closures: Closures) -> Graph.Binding {
    let declared = entry.item.declaration
    let needs = declared.needs.map { closures.resolve($0).need }
    return Graph.Binding(
      key: declared.key, role: declared.role, scope: declared.scope.graphScope, needs: needs, arguments: declared.arguments,
      hasDefaults: !declared.defaults.isEmpty && declared.defaults.count == declared.arguments.count,
      contribution: declared.contribution, isOverride: entry.isOverride, isPrivate: declared.marks.contains(.isPrivate),
      isOpaque: needs.contains { $0.source == .resolver }, closes: declared.marks.contains(.closes),
      starts: declared.marks.contains(.starts),
      isAsync: declared.marks.contains(.isAsync), isExternal: declared.isExternal, isolation: declared.isolation,
      staysOnActor: declared.isolation != nil && !declared.mayLeaveActor, layer: entry.place.layer, level: entry.place.level,
      module: entry.place.module, location: declared.location)
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

extension Collector.Entry {
  /// The Boolean facts about the item; `nil` when it has others.
  fileprivate var marks: Outline.Marks? {
    guard isPlain else { return nil }
    var marks = Outline.Marks(item.declaration.scope.graphScope, item.declaration.role)
    if marks.contains(.rareScope) { return nil }
    marks.formUnion(item.declaration.marks)
    if isOverride { marks.insert(.isOverride) }
    if item.declaration.isOpaque { marks.insert(.isOpaque) }
    return marks
  }
}
