// SPDX-License-Identifier: Apache-2.0

/// A need, or a root, that nothing answers: one finding for every key, however many ask for it.
enum MissingBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.missingBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.gaps.compactMap { gap in
      guard gap.privateAnswers(in: subject.wiring).isEmpty else { return nil }
      return finding(gap, in: subject)
    }
  }

  private static func finding(_ gap: Gap, in subject: GraphCheck.Subject) -> Diagnostic {
    let names = subject.names
    let end = Diagnostic.Step(key: names.key(gap.key), location: .unknown, note: "")
    let function = names.type(gap.key.type)
    let result = FunctionText(function).flatMap { $0.isDerived ? String($0.result) : nil }
    let message =
      result.map { "nothing is bound for '\($0)', which '\(function)' would have to return" }
      ?? "nothing is bound for \(names.quoted(gap.key))"
    var finding = gap.finding(id, message, end: end, in: subject)
    let wanted = result.map { Graph.Key(type: TypeName(text: $0), name: gap.key.name) } ?? gap.key
    let near = subject.nearMisses.found(for: wanted, from: gap.module(in: subject.graph))
    finding.similar = near.texts
    let unread = subject.graph.modules.filter { $0.failure != nil }.map { "'\(names.type($0.name))'" }
    if !unread.isEmpty { finding.notes.append("perhaps bound by \(unread.joined(separator: ", ")), which could not be read") }
    finding.help = help(gap, type: result ?? function, near, in: subject)
    return finding
  }
}
