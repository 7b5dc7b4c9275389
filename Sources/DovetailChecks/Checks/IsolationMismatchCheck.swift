// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Synchronous code that takes a value which only an actor may make, and does not belong to that actor itself.
  ///
  /// An asynchronous factory may take it as a parameter, because its parameters are awaited. Deferred needs are resolved later; a plain closure resolves in its
  /// caller's isolation.
  func isolationMismatchFindings() -> [Diagnostic] { edgeFindings(.isolation, edgeFinding) }

  private func edgeFinding(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic? {
    guard let actor = outline.isolation(of: edge.to) else { return nil }
    let stays = outline.staysOnActor(edge.to)
    if edge.isDeferred { return closureFinding(edge, need, actor) }
    if need.place == .declared, !isResolvedByItself(edge) { return nil }
    let isAwaited = outline[edge.from].marks.contains(.isAsync) && need.place == .parameter && !stays
    // The closure of a scope belongs to no actor, also where the actor runs it.
    let isThere = outline.isolation(of: edge.from) == actor && !(stays && isOfScope(edge))
    guard !isThere, !isAwaited else { return nil }
    return finding(
      .isolationMismatch,
      "\(taking(edge, need)) \(quoted(edge.to)), which belongs to \(actor)\(stays ? " and is not Sendable" : "")",
      along: edge, help: help(edge, need, actor, stays: stays))
  }

  private func help(_ edge: Edges.Edge, _ need: Graph.Need, _ actor: String, stays: Bool) -> String {
    let (requester, taker, type) = (outline[edge.from].marks, quoted(edge.from), type(of: edge.to))
    let conform = "let \(type) conform to Sendable"
    if isOfScope(edge) { return stays ? conform : "write @\(actor) on the factory of \(taker) too" }
    let later =
      stays
      ? "let it \(take(need)) \(deferred("Provider", edge)) and resolve in code of \(actor)"
      : "let it \(take(need)) \(deferred("AsyncProvider", edge)) or \(deferred("Lazy", edge))"
    if requester.contains(.isAsync) { return stays ? "\(later), or \(conform)" : later }
    if need.source == .inner { return "write @\(actor) on the decorator of \(taker) too" }
    if requester.contains(.decorator) { return "write @\(actor) on the decorator of \(taker) too, or \(later)" }
    // A property is set, and a declared dependency is resolved, by other code than the factory's.
    let code = need.place == .parameter ? closure(of: edge.from, on: actor).map { ": \($0)" } ?? "" : ""
    let first = "write @\(actor) on the factory of \(taker) too\(code)"
    if stays { return "\(first), \(later), or \(conform)" }
    return mayBeAwaited(edge, need) ? "\(first), \(later), or make its factory asynchronous" : "\(first), or \(later)"
  }

  /// A plain closure resolves in its caller's isolation. Unless it belongs to the actor, it gets an existing shared value, or one made while the actor's own
  /// code waits for a resolution; so this is a warning.
  private func closureFinding(_ edge: Edges.Edge, _ need: Graph.Need, _ actor: String) -> Diagnostic? {
    guard [.transient, .graph].contains(scope(of: edge.to)) else { return nil }
    let layers = layers(of: edge)
    guard let layer = layers.lastIndex(where: \.form.isDeferred), layers[layer].form == .closure else { return nil }
    let closure = names.type(layer == 0 ? need.key.type : layers[layer - 1].key.type)
    guard !closure.hasPrefix("@\(actor) ") else { return nil }
    let plain = closure.hasPrefix("@Sendable ") ? String(closure.dropFirst("@Sendable ".count)) : closure
    return finding(
      .isolationMismatch, as: .warning, "\(quoted(edge.from)) takes '\(closure)', but \(quoted(edge.to)) belongs to \(actor)",
      along: edge,
      help: "let it take \(actor == "MainActor" ? "@MainActor \(plain), " : "")"
        + "\(deferred("AsyncProvider", edge)) or \(deferred("Lazy", edge))")
  }
}
