// SPDX-License-Identifier: Apache-2.0

/// An input of a scope, needed where no scope of that kind can be open, so that nobody can have handed it over.
enum UnfilledInputCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.unfilledInput

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard !subject.lifetimes.kinds.isEmpty else { return [] }
    return fromOtherScopes(in: subject) + fromRoots(in: subject)
  }

  /// Whether a captive is told as an unfilled input: its holder lives in a scope, but not in one that has the input.
  static func covers(_ captive: Lifetimes.Captive, in subject: GraphCheck.Subject) -> Bool {
    guard subject.graph.bindings[captive.captive].role == .input else { return false }
    if case .scope = subject.lifetimes.spans[captive.holder] { return true }
    return false
  }

  private static func fromOtherScopes(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.captives.compactMap { captive in
      guard subject.isOwn(captive.holder), covers(captive, in: subject) else { return nil }
      return finding(captive.route, from: captive.holder, to: captive.captive, "which is never open there", in: subject)
    }
  }

  /// What the program asks of a container itself has no scope around it.
  private static func fromRoots(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let spans = subject.lifetimes.spans
    func isOpen(_ binding: Int) -> Bool { spans[binding] == .passing || spans[binding] == .request }
    var walk = Edges.Walk(over: subject.edges)
    var findings: [Diagnostic] = []
    guard !subject.graph.roots.isEmpty else { return [] }
    for root in Set(subject.rootBindings).sorted() where isOpen(root) {
      walk.reset()
      walk.proceed(from: [root], over: subject.edges) { !$0.isDeferred && isOpen($0.from) }
      for input in walk.met where subject.graph.bindings[input].role == .input {
        let route = walk.route(to: input, over: subject.edges)
        findings.append(finding(route, from: root, to: input, "and the program asks for it outside of one", in: subject))
      }
    }
    return findings
  }

  private static func finding(
    _ route: [Edges.Edge], from holder: Int, to input: Int, _ reason: String, in subject: GraphCheck.Subject
  ) -> Diagnostic {
    let scope = subject.graph.bindings[input].scope
    var kind = "a scope"
    if case .scoped(let type) = scope { kind = subject.names.type(type) }
    return Diagnostic(
      id, .error, "\(subject.quoted(holder)) needs \(subject.quoted(input)), an input of \(kind), \(reason)",
      at: subject.graph.bindings[holder].location,
      path: subject.steps(route, endingAt: input),
      help: "make \(subject.quoted(holder)) \(subject.names.scope(scope))")
  }
}
