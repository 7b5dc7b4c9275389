// SPDX-License-Identifier: Apache-2.0

/// A synchronous factory that takes a value which only an actor may make, and does not belong to that actor itself.
///
/// An asynchronous factory may take it as a parameter, because its parameters are awaited. Deferred needs are requested later; a plain closure requests in its
/// caller's isolation.
enum IsolationMismatchCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.isolationMismatch

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.outline.found.contains(.isolation) else { return [] }
    return subject.own.flatMap { binding in
      subject.edges.leaving(binding).compactMap { finding(subject.edges.all[$0], in: subject) }
    }
  }

  private static func finding(_ edge: Edges.Edge, in subject: GraphCheck.Subject) -> Diagnostic? {
    let outline = subject.outline
    guard let actor = outline.isolation(of: edge.to), let index = edge.need else { return nil }
    if edge.isDeferred { return closureFinding(edge, actor, in: subject) }
    let place = outline.need(index, of: edge.from).place
    let stays = outline.staysOnActor(edge.to)
    let isAwaited = outline[edge.from].marks.contains(.isAsync) && place == .parameter && !stays
    guard outline.isolation(of: edge.from) != actor, place != .declared, !isAwaited else { return nil }
    let (requester, made) = (subject.graph.bindings[edge.from], subject.graph.bindings[edge.to])
    let (taker, taken) = (subject.quoted(edge.from), subject.quoted(edge.to))
    return Diagnostic(
      id, .error, "\(taker) takes \(taken), which belongs to \(actor)\(stays ? " and is not Sendable" : "")",
      at: requester.location,
      path: subject.steps([edge], endingAt: edge.to),
      help: help(
        requester, taker, actor, subject.names.type(made.key.type), stays: stays,
        isInner: outline.need(index, of: edge.from).source == .inner))
  }

  private static func help(
    _ requester: Graph.Binding, _ taker: String, _ actor: String, _ type: String, stays: Bool, isInner: Bool
  ) -> String {
    let later =
      stays
      ? "let it take Provider<\(type)> and ask in code of \(actor)" : "let it take AsyncProvider<\(type)> or Lazy<\(type)>"
    if requester.isAsync { return stays ? "\(later), or let \(type) conform to Sendable" : later }
    if isInner { return "write @\(actor) on the decorator of \(taker) too" }
    if requester.role == .decorator { return "write @\(actor) on the decorator of \(taker) too, or \(later)" }
    let last = stays ? "let \(type) conform to Sendable" : "make its factory asynchronous"
    return "write @\(actor) on the factory of \(taker) too, \(later), or \(last)"
  }

  /// A plain closure requests in its caller's isolation. Unless it belongs to the actor, it gets an existing shared value, or one made while the actor's own
  /// code waits for a request; so this is a warning.
  private static func closureFinding(_ edge: Edges.Edge, _ actor: String, in subject: GraphCheck.Subject) -> Diagnostic? {
    guard let index = edge.need, [.transient, .graph].contains(subject.wiring.scope(of: edge.to)) else { return nil }
    let need = subject.outline.need(index, of: edge.from)
    let layers = need.wrappers.prefix(subject.wiring.linked[edge.from][index].depth)
    guard let layer = layers.lastIndex(where: \.form.isDeferred), layers[layer].form == .closure else { return nil }
    let closure = subject.names.type(layer == 0 ? need.key.type : layers[layer - 1].key.type)
    guard !closure.hasPrefix("@\(actor) ") else { return nil }
    let plain = closure.hasPrefix("@Sendable ") ? String(closure.dropFirst("@Sendable ".count)) : closure
    let type = subject.names.type(subject.graph.bindings[edge.to].key.type)
    return Diagnostic(
      id, .warning, "\(subject.quoted(edge.from)) takes '\(closure)', but \(subject.quoted(edge.to)) belongs to \(actor)",
      at: subject.graph.bindings[edge.from].location, path: subject.steps([edge], endingAt: edge.to),
      help: "let it take \(actor == "MainActor" ? "@MainActor \(plain), " : "")AsyncProvider<\(type)> or Lazy<\(type)>")
  }
}
