// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A synchronous factory that needs a value made asynchronously for every resolution, or a scope that can only make values synchronously.
  ///
  /// A shared asynchronous value is no diagnostic: it is awaited before the synchronous factory runs.
  func asyncNeedFindings() -> [Diagnostic] { findings(.isAsync, scopeFinding) + edgeFindings(.isAsync, edgeFinding) }

  private func scopeFinding(_ binding: Int) -> Diagnostic? {
    guard case .custom = scope(of: binding) else { return nil }
    return finding(
      .asyncNeed, "\(quoted(binding)) is made asynchronously, but its scope makes instances synchronously", at: binding,
      notes: ["it is \(life(of: binding))"], help: "make it .in(.singleton), .in(.scoped(…)), .in(.weak) or .in(.transient)")
  }

  private func edgeFinding(_ edge: Edges.Edge, _ need: Graph.Need) -> Diagnostic? {
    guard [.transient, .graph].contains(scope(of: edge.to)), need.place != .declared else { return nil }
    // The innermost deferred layer makes the resolution.
    let form = layers(of: edge).last { $0.form.isDeferred }?.form
    let isTaken = form == nil
    switch form {
    case .lazy, .factory, .asyncProvider, .asyncClosure, .opener: return nil
    case nil where outline[edge.from].marks.contains(.isAsync) && need.place == .parameter: return nil
    default: break
    }
    let (requester, made, type) = (quoted(edge.from), quoted(edge.to), type(of: edge.to))
    let reason = isTaken ? "takes \(made)" : "synchronously resolves \(made)"
    let closure = form == .closure ? "() async throws -> \(type), " : ""
    let isSynchronous = isTaken && !outline[edge.from].marks.contains(.isAsync)
    return finding(
      .asyncNeed, "\(requester) \(reason), which is made asynchronously each time", along: edge,
      help: "let \(requester) take \(closure)\(deferred("AsyncProvider", edge)) or \(deferred("Lazy", edge)), "
        + (isSynchronous
          ? "share \(made) with .in(.singleton), or make the factory of \(requester) asynchronous"
          : "or share \(made) with .in(.singleton)"))
  }
}
