// SPDX-License-Identifier: Apache-2.0

// Dependencies that a binding only declares: the closure of its custom scope takes them, or code with a resolver resolves them by itself.
extension GraphCheck.Subject {
  /// Whether synchronous code resolves a declared dependency while the value is made. The scope of a decorator's binding is told of at that binding.
  func isResolvedByItself(_ edge: Edges.Edge) -> Bool {
    let isOfOther = graph.bindings[edge.from].role == .decorator && isOwn(wiring.base(of: edge.from))
    return !edge.isDeferred && !graph.bindings[edge.from].awaitsDeclared && !isOfOther
  }

  /// Whether the closure of a custom scope takes the dependency: nothing else declares one where no code takes a resolver.
  func isOfScope(_ edge: Edges.Edge) -> Bool {
    guard case .custom = scope(of: edge.from), need(of: edge)?.place == .declared else { return false }
    return !needs(of: edge.from).contains { $0.source == .resolver }
  }

  /// Who takes the dependency, or what code with a resolver cannot do.
  func taking(_ edge: Edges.Edge, _ need: Graph.Need, cannot: String) -> String {
    if isOfScope(edge) { return "the scope of \(quoted(edge.from)) takes" }
    return need.place == .declared ? "synchronous code of \(quoted(edge.from)) \(cannot)" : "\(quoted(edge.from)) takes"
  }

  /// A warning where code with a resolver declares the dependency: it may keep the resolver, and resolve later in code that can.
  func severity(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic.Severity {
    need.place == .declared && !isOfScope(edge) ? .warning : .error
  }

  /// What to do with another type, or another name, in place of the dependency's.
  func take(_ need: Graph.Need) -> String {
    need.place == .declared ? "resolve and declare" : need.key.type.isDynamic ? "need" : "take"
  }

  /// Whether the dependency would be awaited if the factory were asynchronous: not one of a decorator, a property or a hook. That of a name cannot be.
  func mayBeAwaited(_ edge: Edges.Edge, _ need: Graph.Need) -> Bool {
    guard !graph.bindings[edge.from].isAsync, graph.bindings[edge.from].role != .decorator, !key(of: edge.from).type.isDynamic
    else {
      return false
    }
    return need.place == .parameter
      || need.place == .declared && needs(of: edge.from).contains { $0.source == .resolver && $0.place == .parameter }
  }
}
