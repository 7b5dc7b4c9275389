// SPDX-License-Identifier: Apache-2.0

/// A modifier about a need that the binding does not have.
enum UnknownNeedCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.unknownNeed

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.outline.found.contains(.problems) else { return [] }
    let graph = subject.graph
    let mistaken = subject.own.filter { binding in graph.bindings[binding].needs.contains { $0.problem != nil } }
    return mistaken.flatMap { binding in
      subject.graph.bindings[binding].needs.indices.compactMap { need in
        subject.graph.bindings[binding].needs[need].problem.map { finding(binding, $0, in: subject) }
      }
    }
  }

  private static func finding(_ binding: Int, _ problem: String, in subject: GraphCheck.Subject) -> Diagnostic {
    let declaration = subject.graph.bindings[binding]
    let taken = declaration.needs.filter { $0.place != .declared }.map { subject.names.key($0.key) }
    return Diagnostic(
      id, .error, "in the bind of \(subject.quoted(binding)), \(problem)", at: declaration.location,
      notes: [taken.isEmpty ? "it takes nothing" : "it takes \(taken.joined(separator: ", "))"],
      help: "correct the \(declaration.key.type.isDynamic ? "name" : "type") in the modifier, or remove the modifier")
  }
}
