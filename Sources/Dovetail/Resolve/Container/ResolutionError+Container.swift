// SPDX-License-Identifier: Apache-2.0

// The causes that only a container knows.
extension ResolutionError {
  static func wrongArguments(of step: Step, expected: [TypeName], given: [TypeName]) -> ResolutionError {
    func list(_ types: [TypeName], _ prefix: String = "") -> String { types.map { "\(prefix)\($0)" }.joined(separator: ", ") }
    return ResolutionError(
      .wrongArguments, step.key, "\(step.key.quoted) is made with the arguments (\(list(expected))), not (\(list(given)))",
      location: step.location,
      help: expected.isEmpty
        ? "resolve it without arguments"
        : "use a Factory<\(list([step.key.type] + expected))>, or resolve(…, arguments: \(list(expected, "… as ")))")
  }

  static func unawaited(_ step: Step) -> ResolutionError {
    let isShared = step.scope != .transient && step.scope != .graph
    return ResolutionError(
      .unawaited, step.key,
      isShared
        ? "\(step.key.quoted) is made asynchronously and is not there yet"
        : "\(step.key.quoted) is made asynchronously each time",
      at: step,
      help: isShared
        ? "use try await resolve(…) in an async function (the top level of a main.swift is none), or await it once before: "
          + "afterwards synchronous calls get it too"
        : "await it, in an async function (the top level of a main.swift is none): resolve(…), make(…) of an AsyncProvider or a Factory, "
          + "get() of a Lazy, or a closure () async throws -> T")
  }

  static func scopeNotKnown(_ kind: TypeName) -> ResolutionError {
    let standsForContainer = kind == TypeName(ContainerScope.self)
    return ResolutionError(
      .scopeNotOpen, Graph.Key(type: kind), "no module declares that scopes '\(kind)' are opened",
      help: standsForContainer
        ? "resolve from the container: it is always open, and '\(kind)' stands for it"
        : "bind something .in(.scoped(\(kind).self)), or list Opens(\(kind).self) in a module")
  }

  /// - Parameter isElsewhere: Whether a scope of the kind is open that belongs to a container which does not see the bind.
  static func scopeNotOpen(_ kind: any ScopeKind.Type, for step: Step, isElsewhere: Bool) -> ResolutionError {
    let place = isElsewhere ? "of which only one of another container is open here" : "which is not open here"
    let help = "resolve it inside \(kind.call)"
    return ResolutionError(
      .scopeNotOpen, step.key, "\(step.key.quoted) lives in the scope '\(TypeName(kind))', \(place)", at: step,
      help: help + (isElsewhere ? " of the same container, or resolve it from the container whose scope is open" : ""))
  }

  /// The error of a part, which says whose part it is.
  func part<List>(of list: List.Type) -> ResolutionError {
    code == .scopeNotOpen ? noting("it is a part of '\(TypeName(list))'") : self
  }

  static func parentNotOpen(_ kind: TypeName, inside parent: any ScopeKind.Type) -> ResolutionError {
    ResolutionError(
      .scopeNotOpen, Graph.Key(type: kind), "a scope '\(kind)' opens inside a scope '\(TypeName(parent))', and none is open here",
      help: "open it from the scope that \(parent.call) gives")
  }

  /// - Parameters:
  ///   - actor: The name of the actor's type.
  ///   - mayLeave: Whether the value is known to be Sendable.
  static func isolated(
    _ key: Graph.Key, to actor: String, mayLeave: Bool, at location: SourceLocation
  ) -> ResolutionError {
    ResolutionError(
      .isolated, key,
      mayLeave
        ? "\(key.quoted) belongs to \(actor), and was resolved synchronously by code that runs elsewhere"
        : "\(key.quoted) belongs to \(actor) and is not Sendable, so that only code of \(actor) may take it",
      location: location,
      help: mayLeave
        ? "resolve it from \(actor == "MainActor" ? "main-actor code" : "a factory of \(actor)"), or from anywhere with try await resolve(…)"
        : "resolve it in code of \(actor) with resolve(…) of its type, Provider, Factory or Lazy, take it in a factory of \(actor), or let it conform to Sendable"
    )
  }
}

extension ActorWitness {
  /// The name of the actor in graphs and errors.
  ///
  /// Two actors of one type have the same name. A need of one for an instance of the other passes the check, and its request fails.
  package static func name(of actor: any Actor) -> String { "\(TypeName(type(of: actor)))" }
}
