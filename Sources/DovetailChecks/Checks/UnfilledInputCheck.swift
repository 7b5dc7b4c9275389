// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// An input of a scope, needed outside of scopes of that kind, so that its value is never handed over.
  ///
  /// The program's own resolutions are not checked: it may make them inside the scope.
  func unfilledInputFindings() -> [Diagnostic] {
    captives.filter { isOwn($0.holder) && isUnfilledInput($0) }.map { captive in
      let (holder, scope) = (captive.holder, graph.bindings[captive.captive].scope)
      var kind = "a scope"
      if case .scoped(let type) = scope { kind = names.type(type) }
      return finding(
        .unfilledInput,
        "\(quoted(holder)) needs \(quoted(captive.captive)), an input of \(kind), which is never open there", at: holder,
        path: steps(captive.route, endingAt: captive.captive), help: "make \(quoted(holder)) \(names.scope(scope))")
    }
  }

  /// Whether a captive is reported as an unfilled input: its holder lives in a scope, but not in one that has the input.
  func isUnfilledInput(_ captive: Lifetimes.Captive) -> Bool {
    guard graph.bindings[captive.captive].role == .input, case .scoped = scope(of: captive.holder) else { return false }
    return true
  }
}
