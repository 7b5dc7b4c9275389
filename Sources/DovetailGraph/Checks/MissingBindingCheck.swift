// SPDX-License-Identifier: Apache-2.0

/// A need, or a root, without a binding: one finding for every key, for all of its requesters.
enum MissingBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.missingBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let gaps = subject.gaps.filter { subject.privateAnswers[$0.key] == nil }
    if gaps.isEmpty { return [] }
    let unread = unreadModules(in: subject)
    return gaps.map { gap in
      var finding = finding(gap, in: subject)
      if let unread { finding.notes.append("perhaps bound by \(unread), which could not be read") }
      return finding
    }
  }

  /// The modules that could not be read, the first dozen by name; `nil` when there are none.
  private static func unreadModules(in subject: GraphCheck.Subject) -> String? {
    let modules = subject.outline.frame.modules.filter { $0.failure != nil }
    guard !modules.isEmpty else { return nil }
    let named = modules.prefix(12).map { "'\(subject.names.type($0.name))'" }.joined(separator: ", ")
    return modules.count > 12 ? "\(named) or \(modules.count - 12) more" : named
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
    let requesters = Set(gap.requesters.map(\.binding))
    let near = subject.nearMisses.found(for: wanted, from: gap.module(in: subject.graph), except: requesters)
    finding.similar = near.texts
    finding.help = help(gap, type: result ?? function, near, in: subject)
    return finding
  }
}
