// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A synchronous factory that takes a value which only an actor may make, and does not belong to that actor itself.
  ///
  /// An asynchronous factory may take it as a parameter, because its parameters are awaited. Deferred needs are resolved later; a plain closure resolves in its
  /// caller's isolation.
  func isolationMismatchFindings() -> [Diagnostic] { edgeFindings(.isolation, edgeFinding) }

  private func edgeFinding(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic? {
    guard let actor = outline.isolation(of: edge.to) else { return nil }
    if edge.isDeferred { return closureFinding(edge, need, actor) }
    let stays = outline.staysOnActor(edge.to)
    let isAwaited = outline[edge.from].marks.contains(.isAsync) && need.place == .parameter && !stays
    guard outline.isolation(of: edge.from) != actor, need.place != .declared, !isAwaited else { return nil }
    return finding(
      .isolationMismatch,
      "\(quoted(edge.from)) takes \(quoted(edge.to)), which belongs to \(actor)\(stays ? " and is not Sendable" : "")",
      along: edge, help: help(edge, need, actor, stays: stays))
  }

  private func help(_ edge: Edges.Edge, _ need: Graph.Need, _ actor: String, stays: Bool) -> String {
    let (requester, taker, type) = (outline[edge.from].marks, quoted(edge.from), type(of: edge.to))
    let later =
      stays
      ? "let it take \(deferred("Provider", edge)) and resolve in code of \(actor)"
      : "let it take \(deferred("AsyncProvider", edge)) or \(deferred("Lazy", edge))"
    if requester.contains(.isAsync) { return stays ? "\(later), or let \(type) conform to Sendable" : later }
    if need.source == .inner { return "write @\(actor) on the decorator of \(taker) too" }
    if requester.contains(.decorator) { return "write @\(actor) on the decorator of \(taker) too, or \(later)" }
    let last = stays ? "let \(type) conform to Sendable" : "make its factory asynchronous"
    // A property is set, and a declared dependency is resolved, by other code than the factory's.
    let code = need.place == .parameter ? closure(of: edge.from, on: actor).map { ": \($0)" } ?? "" : ""
    return "write @\(actor) on the factory of \(taker) too\(code), \(later), or \(last)"
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
