// SPDX-License-Identifier: Apache-2.0

/// An input of a scope, needed outside of scopes of that kind, so that its value is never handed over.
///
/// The program's own requests are not checked: it may make them inside the scope.
enum UnfilledInputCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.unfilledInput

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard !subject.lifetimes.kinds.isEmpty else { return [] }
    return subject.captives.compactMap { captive in
      guard subject.isOwn(captive.holder), covers(captive, in: subject) else { return nil }
      return finding(captive.route, from: captive.holder, to: captive.captive, in: subject)
    }
  }

  /// Whether a captive is reported as an unfilled input: its holder lives in a scope, but not in one that has the input.
  static func covers(_ captive: Lifetimes.Captive, in subject: GraphCheck.Subject) -> Bool {
    guard subject.outline[captive.captive].marks.contains(.input) else { return false }
    if case .scope = subject.lifetimes.spans[captive.holder] { return true }
    return false
  }

  private static func finding(
    _ route: [Edges.Edge], from holder: Int, to input: Int, in subject: GraphCheck.Subject
  ) -> Diagnostic {
    let scope = subject.graph.bindings[input].scope
    var kind = "a scope"
    if case .scoped(let type) = scope { kind = subject.names.type(type) }
    return Diagnostic(
      id, .error, "\(subject.quoted(holder)) needs \(subject.quoted(input)), an input of \(kind), which is never open there",
      at: subject.graph.bindings[holder].location,
      path: subject.steps(route, endingAt: input),
      help: "make \(subject.quoted(holder)) \(subject.names.scope(scope))")
  }
}
