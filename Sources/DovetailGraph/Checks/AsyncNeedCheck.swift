// SPDX-License-Identifier: Apache-2.0

/// A synchronous factory that needs a value made asynchronously for every request, or a scope that can only make values synchronously.
///
/// A shared asynchronous value is no finding: it is awaited before the synchronous factory runs.
enum AsyncNeedCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.asyncNeed

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.outline.found.contains(.isAsync) else { return [] }
    let edges = subject.own.flatMap { binding in subject.edges.leaving(binding).map { subject.edges.all[$0] } }
    return subject.own.compactMap { scope(of: $0, in: subject) } + edges.compactMap { finding($0, in: subject) }
  }

  private static func scope(of binding: Int, in subject: GraphCheck.Subject) -> Diagnostic? {
    guard subject.outline[binding].marks.contains(.isAsync), case .custom = subject.wiring.scope(of: binding) else { return nil }
    return Diagnostic(
      id, .error, "\(subject.quoted(binding)) is made asynchronously, but its scope asks for instances synchronously",
      at: subject.graph.bindings[binding].location,
      notes: ["it is \(subject.life(of: binding))"],
      help: "make it .in(.singleton), .in(.scoped(…)), .in(.weak) or .in(.transient)")
  }

  private static func finding(_ edge: Edges.Edge, in subject: GraphCheck.Subject) -> Diagnostic? {
    guard subject.outline[edge.to].marks.contains(.isAsync), isUnshared(edge.to, in: subject), let index = edge.need else {
      return nil
    }
    let need = subject.outline.need(index, of: edge.from)
    guard need.place != .declared else { return nil }
    let layers = need.wrappers.prefix(subject.wiring.linked[edge.from][index].depth)
    // The innermost deferred layer makes the request.
    let form = layers.last { $0.form.isDeferred }?.form
    let isTaken = form == nil
    switch form {
    case .lazy, .factory, .asyncProvider, .asyncClosure, .opener: return nil
    case nil where subject.outline[edge.from].marks.contains(.isAsync) && need.place == .parameter: return nil
    default: break
    }
    let requester = subject.quoted(edge.from)
    let (made, type) = (subject.quoted(edge.to), subject.names.type(subject.graph.bindings[edge.to].key.type))
    let reason = isTaken ? "takes \(made)" : "asks synchronously for \(made)"
    let closure = form == .closure ? "() async throws -> \(type), " : ""
    let others = subject.graph.bindings[edge.from].isAsync ? "" : ", or make the factory of \(requester) asynchronous"
    return Diagnostic(
      id, .error, "\(requester) \(reason), which is made asynchronously for every request",
      at: subject.graph.bindings[edge.from].location,
      path: subject.steps([edge], endingAt: edge.to),
      help: "let \(requester) take \(closure)AsyncProvider<\(type)> or Lazy<\(type)>, share \(made) with .in(.singleton)"
        + (isTaken ? others : ""))
  }

  private static func isUnshared(_ binding: Int, in subject: GraphCheck.Subject) -> Bool {
    switch subject.wiring.scope(of: binding) {
    case .transient, .graph: true
    case .singleton, .weak, .scoped, .custom: false
    }
  }
}
