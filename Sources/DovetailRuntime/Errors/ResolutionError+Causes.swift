// SPDX-License-Identifier: Apache-2.0

extension ResolutionError {
  package static func closed(_ owner: String, _ key: Graph.Key, underlying: (any Error)? = nil) -> ResolutionError {
    ResolutionError(
      .closed, key, "\(key.quoted) was asked for after \(owner) had closed", underlying: underlying,
      help: "ask while it is open, and keep what is needed afterwards")
  }

  /// - Parameter requester: The index of the binding whose factory asks; `nil` for the program.
  package static func missing(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int? = nil) -> ResolutionError {
    let other =
      wiring.otherName(for: key).map { ", ask for the one named \($0.quoted)" }
      ?? wiring.optionalType(for: key).map { ", ask for \($0), which may be nil" } ?? ""
    return unbound(key, in: wiring, askedBy: requester, remedy: "bind it in a module" + other)
  }

  package static func noParts(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int?) -> ResolutionError {
    unbound(key, in: wiring, askedBy: requester, remedy: "add .contribute() to the binds that are to be its parts")
  }

  private static func unbound(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int?, remedy: String) -> ResolutionError {
    ResolutionError(
      .missing, key, "nothing is bound for \(key.quoted)", similar: wiring.nearMisses(for: key, askedBy: requester),
      help: "\(remedy), or ask with resolveIfBound(_:)")
  }

  package static func wrongArguments(of step: Step, expected: [TypeName], given: [TypeName]) -> ResolutionError {
    func list(_ types: [TypeName]) -> String { "(" + types.map(\.description).joined(separator: ", ") + ")" }
    let ask =
      expected.isEmpty
      ? "resolve it without arguments"
      : "use a Factory<\(([step.key.type] + expected).map(\.description).joined(separator: ", "))>, or resolve(_:arguments:)"
    return ResolutionError(
      .wrongArguments, step.key, "\(step.key.quoted) is made with the arguments \(list(expected)), not \(list(given))",
      location: step.location,
      help: ask)
  }

  package static func tooDeep(_ step: Step) -> ResolutionError {
    ResolutionError(
      .tooDeep, step.key, "\(step.key.quoted) cannot be built: the chain that leads to it uses up the thread's stack", at: step,
      help: step.isMember
        ? "read a part of the chain earlier, let a member be given a closure, or read on a thread with a larger stack"
        : "share a part of the chain, let a step take a Provider of the next, or ask on a thread with a larger stack")
  }

  package static func unawaited(_ step: Step) -> ResolutionError {
    let isShared = step.scope != .transient && step.scope != .graph
    return ResolutionError(
      .unawaited, step.key,
      isShared
        ? "\(step.key.quoted) is made asynchronously and is not there yet"
        : "\(step.key.quoted) is made asynchronously for every request",
      at: step,
      help: isShared
        ? "ask with try await resolve(…), or await it once before: afterwards it is there for synchronous requests too"
        : "await it: resolve(…), make(…) of an AsyncProvider or a Factory, get() of a Lazy, or a closure () async throws -> T")
  }

  /// - Parameters:
  ///   - actor: The name of the actor's type.
  ///   - mayLeave: Whether the value is known to be Sendable.
  package static func isolated(
    _ key: Graph.Key, to actor: String, mayLeave: Bool, at location: SourceLocation
  ) -> ResolutionError {
    ResolutionError(
      .isolated, key,
      mayLeave
        ? "\(key.quoted) belongs to \(actor), and was asked for synchronously by code that runs elsewhere"
        : "\(key.quoted) belongs to \(actor) and is not Sendable, so that only code of \(actor) may take it",
      location: location,
      help: mayLeave
        ? "ask from \(actor == "MainActor" ? "main-actor code" : "a factory of \(actor)"), or from anywhere with try await resolve(…)"
        : "ask in code of \(actor) with resolve(…) of its type, Provider or Lazy, take it in a factory of \(actor), or let it conform to Sendable"
    )
  }

  package static func scopeNotKnown(_ kind: TypeName) -> ResolutionError {
    ResolutionError(
      .scopeNotOpen, Graph.Key(type: kind), "no module says that scopes '\(kind)' are opened",
      help: "bind something .in(.scoped(\(kind).self)), or list Opens(\(kind).self) in a module")
  }

  package static func parentNotOpen(_ kind: TypeName, inside parent: TypeName) -> ResolutionError {
    ResolutionError(
      .scopeNotOpen, Graph.Key(type: kind), "a scope '\(kind)' opens inside a scope '\(parent)', and none is open here",
      help: "open it from the scope that withScope(\(parent).self) { scope in … } gives")
  }
}

extension ResolutionError.Step {
  /// The help for breaking a cycle through the step.
  package var cycleHelp: String {
    isMember
      ? "let one member of the cycle be given a closure, and call it after it is made: { self.\(key) }"
      : "let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built"
  }
}
