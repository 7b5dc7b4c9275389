// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

extension Record.File {
  /// The record as a graph.
  func file() throws(GraphFileError) -> GraphFile {
    let types = Types(short: types ?? [:])
    var read: [Graph.Binding] = []
    read.reserveCapacity(bindings.count)
    for (place, binding) in bindings.enumerated() { read.append(try binding.binding(types, at: "bindings[\(place)]")) }
    var asked: [Graph.Need] = []
    for (place, root) in (roots ?? []).enumerated() { asked.append(try root.need(types, at: "roots[\(place)]")) }
    let graph = Graph(
      modules: modules.map { $0.module(types) },
      bindings: read,
      scopeKinds: (scopeKinds ?? []).map { $0.kind(types) },
      roots: asked,
      observed: (observed ?? []).map { Graph.ObservedEdge(from: $0.from, to: $0.to) },
      moduleCycles: (moduleCycles ?? []).map { $0.map(types.name) },
      isObserved: isObserved ?? false,
      timeline: timeline.map { Timeline(entries: $0.map(\.entry)) })
    return GraphFile(graph, report: Report((findings ?? []).map(\.diagnostic)))
  }
}

/// Makes names of types from their form in a file.
private struct Types {
  let short: [String: String]

  func name(_ text: String) -> TypeName {
    if text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") {
      return TypeName(dynamic: String(text.unicodeScalars.dropFirst().dropLast()))
    }
    return short[text].map { TypeName(qualified: text, short: $0) } ?? TypeName(text: text)
  }

  func key(_ type: String, _ name: String?) -> Graph.Key { Graph.Key(type: self.name(type), name: name) }
}

extension Record.Place? {
  /// The place; the unknown one when there is none.
  var known: SourceLocation { map { SourceLocation(file: $0.file, line: $0.line, column: $0.column) } ?? .unknown }
}

extension Record.Module {
  fileprivate func module(_ types: Types) -> Graph.Module {
    Graph.Module(name: types.name(name), includes: includes ?? [], failure: failure, location: location.known)
  }
}

extension Record.Kind {
  fileprivate func kind(_ types: Types) -> Graph.ScopeKind {
    Graph.ScopeKind(
      type: types.name(type), parent: parent.map(types.name), inputs: (inputs ?? []).map { types.key($0.type, $0.name) })
  }
}

extension Record.Binding {
  fileprivate func binding(_ types: Types, at place: String) throws(GraphFileError) -> Graph.Binding {
    var read: [Graph.Need] = []
    for (index, need) in (needs ?? []).enumerated() { read.append(try need.need(types, at: "\(place).needs[\(index)]")) }
    return Graph.Binding(
      key: types.key(type, name), role: role, scope: try scope.scope(types, at: place), needs: read,
      arguments: (arguments ?? []).map(types.name), hasDefaults: hasDefaults ?? false,
      contribution: contribution.map { Graph.Binding.Contribution(mapKey: $0.key) },
      isOverride: `override` ?? false, isPrivate: `private` ?? false, isOpaque: opaque ?? false, closes: closes ?? false,
      starts: starts ?? false, isAsync: async ?? false, isExternal: live ?? false, isolation: isolation,
      staysOnActor: staysOnActor ?? false, layer: layer ?? 0, level: level ?? 0, module: module, location: location.known)
  }
}

extension Record.Scope {
  fileprivate func scope(_ types: Types, at place: String) throws(GraphFileError) -> Graph.Scope {
    if let scoped { return .scoped(types.name(scoped)) }
    if let custom { return .custom(types.name(custom)) }
    switch word {
    case "transient": return .transient
    case "graph": return .graph
    case "singleton": return .singleton
    case "weak": return .weak
    default: throw GraphFileError(code: .malformed, path: "", reason: "\(place) has an unknown scope, \((word ?? "").quoted)")
    }
  }
}

extension Record.Need {
  fileprivate func need(_ types: Types, at place: String) throws(GraphFileError) -> Graph.Need {
    let origin: Graph.Need.Source
    switch (source, argument) {
    case (nil, nil): origin = .bound
    case (nil, let index?): origin = .argument(index)
    case ("resolver", nil): origin = .resolver
    case ("inner", nil): origin = .inner
    default: throw GraphFileError(code: .malformed, path: "", reason: "\(place) has an unknown source, \((source ?? "").quoted)")
    }
    let wrappers = (from ?? []).map {
      Graph.Need.Wrapper(form: $0.form, key: types.key($0.type, $0.name), arguments: ($0.arguments ?? []).map(types.name))
    }
    return Graph.Need(
      key: types.key(type, name), wrappers: wrappers, source: origin, place: self.place ?? .parameter,
      allowsEmpty: allowsEmpty ?? false, problem: problem)
  }
}

extension Record.Entry {
  fileprivate var entry: Timeline.Entry {
    Timeline.Entry(
      key: key, location: location.known, began: .nanoseconds(began), duration: .nanoseconds(duration), outcome: outcome,
      waitedFor: waitedFor)
  }
}

extension Record.Finding {
  fileprivate var diagnostic: Diagnostic {
    let steps = (path ?? []).map { Diagnostic.Step(key: $0.key, location: $0.location.known, note: $0.note ?? "") }
    return Diagnostic(
      Diagnostic.ID(rawValue: id), severity, message, at: location.known, path: steps, notes: notes ?? [],
      similar: similar ?? [], help: help)
  }
}
