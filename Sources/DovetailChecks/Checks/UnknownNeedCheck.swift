// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A modifier about a dependency that the binding does not have, or with another number of names than there are dependencies.
  func unknownNeedFindings() -> [Diagnostic] {
    own.flatMap { binding -> [Diagnostic] in
      let needs = needs(of: binding)
      guard needs.indices.contains(where: { needs[$0].problem != nil }) else { return [] }
      let isDecorator = graph.bindings[binding].role == .decorator
      let it = isDecorator ? "besides the wrapped value it" : "it"
      return needs.compactMap { need -> Diagnostic? in
        guard let problem = need.problem else { return nil }
        let taken = needs.filter { $0.place != .declared && $0.source != .inner }.map { names.key($0.key) }
        return finding(
          .unknownNeed, "in the \(isDecorator ? "decorator" : "binding") of \(quoted(binding)), \(problem)", at: binding,
          notes: ["\(it) takes \(taken.isEmpty ? "nothing" : taken.joined(separator: ", "))"],
          help: need.place == .declared
            ? "correct the \(key(of: binding).type.isDynamic ? "name" : "type") in the modifier, or remove the modifier"
            : "give one name for all of them, or one for each in their order: needs(_:named:) takes nil for one without a name")
      }
    }
  }
}
