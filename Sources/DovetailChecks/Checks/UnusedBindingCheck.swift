// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A binding that neither the program's resolutions nor its start lead to. Checked only when the program has declared its resolutions.
  func unusedBindingFindings() -> [Diagnostic] {
    guard !graph.roots.isEmpty else { return [] }
    let walk = reachable()
    // What a type carries is there because something has asked for it.
    let unused = unused(beside: walk).filter { isOwn($0) && home(of: $0)?.name != .carryingTypes }
    guard !unused.isEmpty else { return [] }
    // A duplicate that lost its key cannot be reached, and is reported as a duplicate.
    let duplicates = Set(wiring.duplicates.flatMap { $0 })
    let opaque = (0..<graph.bindings.count).filter { walk.reached($0) && graph.bindings[$0].isOpaque }
    let notes = lines("may be resolved at run time by", opaque)
    return unused.filter { !duplicates.contains($0) }.map { binding in
      finding(
        .unusedBinding, as: .warning, "nothing that the program resolves needs \(quoted(binding))", at: binding, notes: notes,
        help: "remove it" + (rooted(binding).map { ", or add \($0) to the roots" } ?? ""))
    }
  }

  /// What the program resolves to use a binding; `nil` for one that it cannot see.
  private func rooted(_ binding: Int) -> String? {
    let bound = graph.bindings[binding]
    if bound.isPrivate { return nil }
    return bound.contribution.map { names.collection(of: bound.key, isKeyed: $0.mapKey != nil) } ?? "it"
  }
}
