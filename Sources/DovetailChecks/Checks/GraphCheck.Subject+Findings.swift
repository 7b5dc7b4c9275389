// SPDX-License-Identifier: Apache-2.0

// The walks that checks share, and the common parts of their diagnostics.
extension GraphCheck.Subject {
  /// The diagnostics about declared dependencies whose answers are wanted.
  func edgeFindings(to isWanted: (Int) -> Bool, _ find: (Edges.Edge, Graph.Need) -> Diagnostic?) -> [Diagnostic] {
    edges.all.compactMap { edge in
      isOwn(edge.from) && isWanted(edge.to) ? need(of: edge).flatMap { find(edge, $0) } : nil
    }
  }

  /// A diagnostic at the place of a binding.
  func finding(
    _ id: Diagnostic.ID, as severity: Diagnostic.Severity = .error, _ message: String, at binding: Int,
    path: [Diagnostic.Step] = [], notes: [String] = [], similar: [String] = [], help: String? = nil
  ) -> Diagnostic {
    Diagnostic(id, severity, message, at: location(of: binding), path: path, notes: notes, similar: similar, help: help)
  }

  /// A diagnostic about one dependency, at the place of the needing binding.
  func finding(
    _ id: Diagnostic.ID, as severity: Diagnostic.Severity = .error, _ message: String, along edge: Edges.Edge, help: String
  ) -> Diagnostic {
    finding(id, as: severity, message, at: edge.from, path: steps([edge], endingAt: edge.to), help: help)
  }

  /// The bindings that nearly answer the key of an override or a decorator.
  func nearMisses(insteadOf binding: Int) -> NearMisses.Found {
    nearMisses.found(for: key(of: binding), from: graph.bindings[binding].module, except: [binding])
  }
}

// What checks read of the large values behind, in one place: each read of them is a copy for the compiler.
extension GraphCheck.Subject {
  /// The key of a binding.
  func key(of binding: Int) -> Graph.Key { graph.bindings[binding].key }

  /// The actual scope of a binding; see ``Wiring/scope(of:)``.
  func scope(of binding: Int) -> Graph.Scope { wiring.scope(of: binding) }

  /// The place of a declaration.
  func location(of binding: Int) -> SourceLocation { graph.bindings[binding].location }

  /// All needs of a binding.
  package func needs(of binding: Int) -> [Graph.Need] { graph.bindings[binding].needs }

  /// The need behind an edge; `nil` for a resolution that was only observed.
  package func need(of edge: Edges.Edge) -> Graph.Need? { edge.need.map { graph.bindings[edge.from].needs[$0] } }

  /// The wrappers of the dependency behind an edge that the container makes itself, outermost first.
  func layers(of edge: Edges.Edge) -> ArraySlice<Graph.Need.Wrapper> {
    edge.need.map { graph.bindings[edge.from].needs[$0].wrappers.prefix(wiring.links[edge.from][$0].depth) } ?? []
  }

  /// A deferred dependency that could take the place of an edge's, as source code: `Lazy<Car>`, `[Lazy<Car>]`.
  ///
  /// - Parameters:
  ///   - arguments: The types behind that of the value.
  ///   - kind: The scope type that is opened for it.
  func deferred(_ form: String, _ edge: Edges.Edge, _ arguments: [TypeName] = [], opening kind: TypeName? = nil) -> String {
    let types = [type(of: edge.to)] + arguments.map(names.type)
    let value = "\(form)<\(types.joined(separator: ", "))>"
    let need = kind.map { "ScopeOpener<\(names.type($0)), \(value)>" } ?? value
    return collected(need, by: layers(of: edge))
  }

  /// A type as source code, in the list or the dictionary that is among some layers; by itself when none is.
  func collected(_ type: String, by layers: some Sequence<Graph.Need.Wrapper>) -> String {
    let forms = layers.map(\.form)
    return forms.contains(.collection) ? "[\(type)]" : forms.contains(.dictionary) ? "[String: \(type)]" : type
  }
}

// Dependencies that a binding only declares: the closure of its custom scope takes them, or code with a resolver resolves them by itself.
extension GraphCheck.Subject {
  /// Whether synchronous code resolves a declared dependency while the value is made.
  func isResolvedByItself(_ edge: Edges.Edge) -> Bool { !edge.isDeferred && !graph.bindings[edge.from].awaitsDeclared }

  /// Whether the closure of a custom scope takes the dependency: nothing else declares one where no code takes a resolver.
  func isOfScope(_ edge: Edges.Edge) -> Bool {
    guard case .custom = scope(of: edge.from), let need = need(of: edge) else { return false }
    return !isNameable(need, of: edge.from)
  }

  /// Whether a modifier can give the dependency a name: one that the closure of a custom scope takes has none.
  func isNameable(_ need: Graph.Need, of binding: Int) -> Bool {
    need.place != .declared || needs(of: binding).contains { $0.source == .resolver }
  }

  /// Who takes the dependency, or what code with a resolver cannot do.
  func taking(_ edge: Edges.Edge, _ need: Graph.Need, cannot: String) -> String {
    need.place == .declared && !isOfScope(edge)
      ? "synchronous code of \(quoted(edge.from)) \(cannot)" : "\(taker(of: edge)) takes"
  }

  /// Who takes the dependency: the binding, or its custom scope.
  func taker(of edge: Edges.Edge) -> String { (isOfScope(edge) ? "the scope of " : "") + quoted(edge.from) }

  /// A warning where code with a resolver declares the dependency: it may keep the resolver, and resolve later in code that can.
  func severity(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic.Severity {
    need.place == .declared && !isOfScope(edge) ? .warning : .error
  }

  /// What to do with another type, or another name, in place of the dependency's.
  func take(_ need: Graph.Need) -> String {
    need.place == .declared ? "resolve and declare" : need.key.type.isDynamic ? "need" : "take"
  }

  /// Whether the dependency would be awaited if the factory were asynchronous: not one of a decorator, a property or a hook. That of a name cannot be, nor one in
  /// a custom scope.
  func mayBeAwaited(_ edge: Edges.Edge, _ need: Graph.Need) -> Bool {
    if case .custom = scope(of: edge.from) { return false }
    guard !graph.bindings[edge.from].isAsync, graph.bindings[edge.from].role != .decorator, !key(of: edge.from).type.isDynamic
    else {
      return false
    }
    return need.place == .parameter
      || need.place == .declared && needs(of: edge.from).contains { $0.source == .resolver && $0.place == .parameter }
  }
}
