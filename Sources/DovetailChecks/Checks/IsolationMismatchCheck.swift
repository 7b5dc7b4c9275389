// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Synchronous code that takes a value which only an actor may make, and does not belong to that actor itself.
  ///
  /// An asynchronous factory may take it as a parameter, because its parameters are awaited. Deferred needs are resolved later; a plain closure resolves in its
  /// caller's isolation. A value that stays on its actor is only for the forms which pass on the isolation of the calling code.
  func isolationMismatchFindings() -> [Diagnostic] {
    edgeFindings(to: { graph.bindings[$0].factoryIsolation != nil }, edgeFinding)
  }

  private func edgeFinding(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic? {
    guard let actor = graph.bindings[edge.to].factoryIsolation else { return nil }
    let stays = graph.bindings[edge.to].staysOnActor
    if edge.isDeferred { return deferredFinding(edge, need, actor, stays: stays) }
    if need.place == .declared, !isResolvedByItself(edge) { return nil }
    let isAwaited = graph.bindings[edge.from].isAsync && need.place == .parameter && !stays
    let home = need.place == .parameter ? graph.bindings[edge.from].factoryIsolation : graph.bindings[edge.from].isolation
    // The closure of a scope belongs to no actor, also where the actor runs it.
    let isThere = home == actor && !(stays && isOfScope(edge))
    guard !isThere, !isAwaited else { return nil }
    return finding(
      .isolationMismatch, as: severity(edge, need),
      "\(taking(edge, need, cannot: "cannot always resolve")) \(quoted(edge.to)), which belongs to \(actor)\(stays ? " and is not Sendable" : "")",
      along: edge, help: help(edge, need, actor, stays: stays))
  }

  private func help(_ edge: Edges.Edge, _ need: Graph.Need, _ actor: String, stays: Bool) -> String {
    let (taker, type) = (quoted(edge.from), type(of: edge.to))
    let isNamed = need.key.type.isDynamic
    let also = graph.bindings[edge.from].isolation.map { "instead of @\($0)" } ?? "too"
    let conform = "let \(isNamed ? "its type" : type) conform to Sendable"
    if isOfScope(edge) { return stays ? conform : "write @\(actor) on the factory of \(taker) \(also)" }
    let form = stays ? deferred("Provider", edge) : "\(deferred("AsyncProvider", edge)) or \(deferred("Lazy", edge))"
    let later =
      "let it \(take(need)) \(namedProvider(insteadOf: need) ?? form)\(stays || isNamed ? " and resolve in code of \(actor)" : "")"
    if graph.bindings[edge.from].isAsync { return stays ? "\(later), or \(conform)" : later }
    if need.source == .inner { return "write @\(actor) on the decorator of \(taker) \(also)" }
    if graph.bindings[edge.from].role == .decorator { return "write @\(actor) on the decorator of \(taker) \(also), or \(later)" }
    // A property is set, and a declared dependency is resolved, by other code than the factory's.
    let code = need.place == .parameter ? closure(of: edge.from, on: actor).map { ": \($0)" } ?? "" : ""
    let first = "write @\(actor) on the factory of \(taker) \(also)\(code)"
    if stays { return "\(first), \(later), or \(conform)" }
    return mayBeAwaited(edge, need) ? "\(first), \(later), or make its factory asynchronous" : "\(first), or \(later)"
  }

  /// A plain closure resolves in its caller's isolation. Unless it belongs to the actor, it gets an existing shared value, or one made while the actor's own
  /// code waits for a resolution; so this is a warning. It never gets a value that stays on the actor, as the forms that await.
  private func deferredFinding(_ edge: Edges.Edge, _ need: Graph.Need, _ actor: String, stays: Bool) -> Diagnostic? {
    guard stays ? need.place != .declared || isOfScope(edge) : scope(of: edge.to).isUnshared else { return nil }
    let layers = layers(of: edge)
    guard let layer = layers.lastIndex(where: \.form.isDeferred) else { return nil }
    let taken = names.type(layer == 0 ? need.key.type : layers[layer - 1].key.type)
    let message = "\(taker(of: edge)) takes '\(taken)', but \(quoted(edge.to)) belongs to \(actor)"
    var later = "\(deferred(stays ? "Provider" : "AsyncProvider", edge)) or \(deferred("Lazy", edge))"
    switch layers[layer].form {
    case .closure where !taken.hasPrefix("@\(actor) "), .asyncClosure where stays && !taken.hasPrefix("@\(actor) "):
      let plain = taken.hasPrefix("@Sendable ") ? String(taken.dropFirst("@Sendable ".count)) : taken
      if actor == "MainActor" { later = "@MainActor \(plain), \(later)" }
    case .opener where stays:
      later = deferred("Provider", edge, opening: layers[layer].arguments.first)
    case .asyncProvider where stays: break
    default: return nil
    }
    guard stays else { return finding(.isolationMismatch, as: .warning, message, along: edge, help: "let it take \(later)") }
    return finding(
      .isolationMismatch, "\(message) and is not Sendable", along: edge,
      help: "let it take \(later), and call it in code of \(actor), or let \(type(of: edge.to)) conform to Sendable")
  }
}
