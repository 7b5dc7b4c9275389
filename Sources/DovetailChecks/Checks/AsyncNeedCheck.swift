// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Synchronous code that needs a value made asynchronously for every resolution: a factory, a hook, or the closure of a custom scope. And a scope that can only
  /// make values synchronously.
  ///
  /// A shared asynchronous value is no diagnostic: it is awaited before the synchronous code runs.
  func asyncNeedFindings() -> [Diagnostic] {
    own.filter(isAsync).compactMap(scopeFinding) + edgeFindings(to: isAsync, edgeFinding)
  }

  private func isAsync(_ binding: Int) -> Bool { graph.bindings[binding].isAsync }

  private func scopeFinding(_ binding: Int) -> Diagnostic? {
    guard case .custom = scope(of: binding) else { return nil }
    let mayBeObject = key(of: binding).type.type.map { TypeRelations.isClass($0) || TypeRelations.isExistential($0) } ?? false
    return finding(
      .asyncNeed, "\(quoted(binding)) is made asynchronously, but its scope makes instances synchronously", at: binding,
      notes: ["it is \(life(of: binding))"],
      help: "make it .in(.singleton), .in(.scoped(…))\(mayBeObject ? ", .in(.weak)" : "") or .in(.transient)")
  }

  private func edgeFinding(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic? {
    guard scope(of: edge.to).isUnshared else { return nil }
    if need.place == .declared, !isResolvedByItself(edge), !(edge.isDeferred && isOfScope(edge)) { return nil }
    // The innermost deferred layer makes the resolution.
    let form = layers(of: edge).last { $0.form.isDeferred }?.form
    switch form {
    case .lazy, .factory, .asyncProvider, .asyncClosure, .opener: return nil
    case nil where graph.bindings[edge.from].isAsync && need.place == .parameter: return nil
    default: break
    }
    let reason = form == nil ? taking(edge, need, cannot: "cannot resolve") : "\(taker(of: edge)) synchronously resolves"
    return finding(
      .asyncNeed, as: severity(edge, need), "\(reason) \(quoted(edge.to)), which is made asynchronously each time", along: edge,
      help: help(edge, need, form))
  }

  /// What the closure of an edge returns: the type, or a collection of it.
  private func closed(_ edge: Edges.Edge) -> String {
    collected(type(of: edge.to), by: layers(of: edge).reversed().prefix { $0.form != .closure })
  }

  private func help(_ edge: Edges.Edge, _ need: Graph.Need, _ form: Graph.Need.Form?) -> String {
    let requester = quoted(edge.from)
    let share = "share \(quoted(edge.to)) with .in(.singleton)"
    if isOfScope(edge) { return share }
    if need.source == .inner {
      let wrap = "leave out the decorator, and wrap the value in its factory"
      return graph.bindings[edge.to].arguments.isEmpty ? "\(share), or \(wrap)" : wrap
    }
    let closure = form == .closure ? "() async throws -> \(closed(edge)), " : ""
    let later = "let \(requester) \(take(need)) \(closure)\(deferred("AsyncProvider", edge)) or \(deferred("Lazy", edge)), "
    let isAwaitable = form == nil && mayBeAwaited(edge, need)
    return later + (isAwaitable ? "\(share), or make the factory of \(requester) asynchronous" : "or \(share)")
  }
}
