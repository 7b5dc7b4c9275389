// SPDX-License-Identifier: Apache-2.0

/// A synchronous factory that takes what only an actor may make, and does not belong to that actor itself.
///
/// An asynchronous factory may take it as a parameter, because its parameters are awaited; and what is deferred is asked for later.
enum IsolationMismatchCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.isolationMismatch

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.graph.bindings.contains(where: { $0.isolation != nil }) else { return [] }
    return subject.own.flatMap { binding in
      subject.edges.leaving(binding).compactMap { finding(subject.edges.all[$0], in: subject) }
    }
  }

  private static func finding(_ edge: Edges.Edge, in subject: GraphCheck.Subject) -> Diagnostic? {
    let (asker, made) = (subject.graph.bindings[edge.from], subject.graph.bindings[edge.to])
    guard let actor = made.isolation, asker.isolation != actor, !edge.isDeferred, let index = edge.need else { return nil }
    let place = asker.needs[index].place
    guard place != .declared, !(asker.isAsync && place == .parameter) else { return nil }
    let (taker, taken) = (subject.quoted(edge.from), subject.quoted(edge.to))
    let type = subject.names.type(made.key.type)
    let own = asker.role == .decorator || asker.isAsync ? "" : "bind \(taker) with mainActor: too, "
    return Diagnostic(
      id, .error, "\(taker) takes \(taken), which belongs to \(actor)", at: asker.location,
      path: subject.steps([edge], endingAt: edge.to),
      help: "\(own)let it take AsyncProvider<\(type)> or Lazy<\(type)>"
        + (asker.isAsync ? "" : ", or make its factory asynchronous"))
  }
}
