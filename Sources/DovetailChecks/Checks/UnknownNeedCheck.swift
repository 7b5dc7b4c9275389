// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A modifier about a dependency that the binding does not have.
  func unknownNeedFindings() -> [Diagnostic] {
    guard outline.found.contains(.problems) else { return [] }
    return own.flatMap { binding in
      let needs = needs(of: binding)
      return needs.compactMap(\.problem).map { problem in
        let taken = needs.filter { $0.place != .declared }.map { names.key($0.key) }
        return finding(
          .unknownNeed, "in the binding of \(quoted(binding)), \(problem)", at: binding,
          notes: [taken.isEmpty ? "it takes nothing" : "it takes \(taken.joined(separator: ", "))"],
          help: "correct the \(key(of: binding).type.isDynamic ? "name" : "type") in the modifier, or remove the modifier")
      }
    }
  }
}
