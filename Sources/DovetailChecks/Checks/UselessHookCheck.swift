// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// An action on closing, for an instance that no container and no scope holds, or on starting and stopping, for one that the container does not hold: so it
  /// never runs. An action on closing for an instance that was given: it belongs to the code that gave it, and may serve several containers.
  func uselessHookFindings() -> [Diagnostic] {
    own.filter { graph.bindings[$0].closes }.compactMap { binding -> Diagnostic? in
      if graph.bindings[binding].role == .instance {
        return finding(
          .uselessHook, as: .error, "\(quoted(binding)) is given to the container, which does not close what it has not made",
          at: binding,
          help: "let the binding make it, as in Bind { … }.in(.singleton).onClose { … }, or close it where it was made")
      }
      return switch scope(of: binding) {
      case .singleton, .scoped: nil
      default:
        hookFinding(
          binding, "has something to do on closing, but nothing that closes holds it",
          help: (isShareable(binding) ? "make it .in(.singleton) or .in(.scoped(…)), or " : "") + "remove .onClose")
      }
    }
      + own.filter { graph.bindings[$0].starts }.compactMap { binding -> Diagnostic? in
        if scope(of: binding) == .singleton { return nil }
        return hookFinding(
          binding, "has something to do when the container starts or stops, but the container does not hold it",
          help: (isShareable(binding) ? "make it .in(.singleton), or " : "") + "remove .onStart, .onStop and .eager")
      }
  }

  /// Whether a binding may be shared: it takes no arguments without defaults.
  private func isShareable(_ binding: Int) -> Bool {
    graph.bindings[binding].arguments.isEmpty || graph.bindings[binding].hasDefaults
  }

  private func hookFinding(_ binding: Int, _ reason: String, help: String) -> Diagnostic? {
    guard graph.bindings[binding].role != .instance else { return nil }
    return finding(
      .uselessHook, as: .warning, "\(quoted(binding)) \(reason)", at: binding, notes: ["it is \(life(of: binding))"], help: help)
  }
}
