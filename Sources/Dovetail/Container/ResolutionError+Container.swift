// SPDX-License-Identifier: Apache-2.0

// The causes that only a container knows.
extension ResolutionError {
  /// - Parameter requester: The index of the binding whose factory asks; `nil` for the program.
  static func missing(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int? = nil) -> ResolutionError {
    let other =
      wiring.otherName(for: key).map { ", ask for the one named \($0.quoted)" }
      ?? wiring.optionalType(for: key).map { ", ask for \($0), which may be nil" } ?? ""
    return unbound(key, in: wiring, askedBy: requester, remedy: "bind it in a module" + other)
  }

  static func noParts(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int?) -> ResolutionError {
    unbound(key, in: wiring, askedBy: requester, remedy: "add .contribute() to the binds that are to be its parts")
  }

  private static func unbound(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int?, remedy: String) -> ResolutionError {
    ResolutionError(
      .missing, key, "nothing is bound for \(key.quoted)", similar: wiring.nearMisses(for: key, askedBy: requester),
      help: "\(remedy), or ask with resolveIfBound(_:)")
  }

  static func wrongArguments(of step: Step, expected: [TypeName], given: [TypeName]) -> ResolutionError {
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

  static func unawaited(_ step: Step) -> ResolutionError {
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

  static func scopeNotKnown(_ kind: TypeName) -> ResolutionError {
    ResolutionError(
      .scopeNotOpen, Graph.Key(type: kind), "no module says that scopes '\(kind)' are opened",
      help: "bind something .in(.scoped(\(kind).self)), or list Opens(\(kind).self) in a module")
  }

  static func parentNotOpen(_ kind: TypeName, inside parent: TypeName) -> ResolutionError {
    ResolutionError(
      .scopeNotOpen, Graph.Key(type: kind), "a scope '\(kind)' opens inside a scope '\(parent)', and none is open here",
      help: "open it from the scope that withScope(\(parent).self) { scope in … } gives")
  }
}
