// SPDX-License-Identifier: Apache-2.0

/// A bind with run-time arguments that is requested with others or with none, or arguments for a bind that takes none.
enum WrongArgumentsCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.wrongArguments

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let (outline, linked) = (subject.outline, subject.wiring.linked)
    let takesArguments = outline.found.contains(.arguments)
    if !takesArguments, linked.isPlain { return [] }
    for binding in subject.own where takesArguments {
      if outline[binding].marks.contains(.arguments), let finding = shared(binding, in: subject) {
        findings.append(finding)
      }
    }
    for edge in subject.edges.all {
      guard let index = edge.need, case let depth = linked[edge.from][index].depth, takesArguments || depth > 0,
        subject.isOwn(edge.from), outline.need(index, of: edge.from).source == .bound
      else { continue }
      let expected = arguments(of: edge.to, in: subject.wiring)
      if expected.isEmpty, depth == 0 { continue }
      let wrappers = outline.need(index, of: edge.from).wrappers.prefix(depth)
      if hasDefaults(edge.to, in: subject.wiring), !wrappers.contains(where: { $0.form == .factory && !$0.arguments.isEmpty }) {
        continue
      }
      if let finding = mismatch(edge, wrappers: wrappers, expected: expected, in: subject) { findings.append(finding) }
    }
    return findings
  }

  /// The arguments of a decorated bind are those of its decorator.
  private static func arguments(of binding: Int, in wiring: Wiring) -> [TypeName] {
    wiring.outline.arguments(of: wiring.base(of: binding))
  }

  private static func hasDefaults(_ binding: Int, in wiring: Wiring) -> Bool {
    wiring.outline.hasDefaults(wiring.base(of: binding))
  }

  private static func mismatch(
    _ edge: Edges.Edge, wrappers: ArraySlice<Graph.Need.Wrapper>, expected: [TypeName], in subject: GraphCheck.Subject
  ) -> Diagnostic? {
    let giver = wrappers.last { $0.form == .factory && !$0.arguments.isEmpty }
    let given = giver?.arguments ?? []
    // Only the innermost layer reaches the bind: a factory of a provider hands its arguments to the provider.
    let arrives = giver == nil || wrappers.last?.form == .factory
    if arrives, given == expected { return nil }
    let names = subject.names
    let target = subject.graph.bindings[edge.to].key
    let need = subject.graph.bindings[edge.from].needs[edge.need ?? 0]
    let takes = expected.isEmpty ? "takes no arguments" : "takes the arguments \(names.list(expected))"
    let gives = given.isEmpty ? "gives none" : "gives \(names.list(given))"
    let right = ([target.type] + expected).map(names.type).joined(separator: ", ")
    return Diagnostic(
      id, .error, "\(names.quoted(target)) \(takes), but \(subject.quoted(edge.from)) \(gives)",
      at: subject.graph.bindings[edge.from].location,
      path: subject.steps([edge], endingAt: edge.to),
      help: "let \(subject.quoted(edge.from)) take "
        + (expected.isEmpty ? "Provider<\(right)>" : "Factory<\(right)>") + " instead of \(names.type(need.key.type))")
  }

  /// A shared instance would keep the arguments of its first request.
  private static func shared(_ binding: Int, in subject: GraphCheck.Subject) -> Diagnostic? {
    guard subject.wiring.scope(of: binding) != .transient else { return nil }
    let declaration = subject.graph.bindings[binding]
    guard !declaration.hasDefaults else { return nil }
    return Diagnostic(
      id, .error,
      "\(subject.quoted(binding)) takes the arguments \(subject.names.list(declaration.arguments)), but is "
        + "\(subject.life(of: binding)): the first caller's arguments would be kept",
      at: declaration.location,
      help: "remove .in(…), so that every call makes its own, or take what is shared as a need")
  }
}
