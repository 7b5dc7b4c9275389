// SPDX-License-Identifier: Apache-2.0

/// A binding that neither the program's requests nor its start lead to. Checked only when the program has declared its requests.
enum UnusedBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.unusedBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard !subject.outline.frame.roots.isEmpty else { return [] }
    let walk = subject.reachable()
    let unused = subject.unused(beside: walk).filter(subject.isOwn)
    guard !unused.isEmpty else { return [] }
    // A duplicate that lost its key cannot be reached, and is reported as a duplicate.
    let duplicates = Set(subject.wiring.duplicates.joined())
    let opaque = walk.met.sorted().filter { subject.outline[$0].marks.contains(.isOpaque) }
    let notes = subject.lines("may be asked for at run time by", opaque)
    return unused.filter { !duplicates.contains($0) }.map { binding in
      Diagnostic(
        id, .warning, "nothing that the program asks for needs \(subject.quoted(binding))",
        at: subject.graph.bindings[binding].location, notes: notes,
        help: "remove it, or add it to the roots")
    }
  }
}
