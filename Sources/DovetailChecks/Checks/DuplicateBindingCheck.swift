// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Two bindings for one key without an override.
  func duplicateBindingFindings() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    // The copies of each module that is included with several values, and the first of the bindings of each line that they declare again; by the first copy.
    var (included, binds): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
    for group in wiring.duplicates where isOwn(group[0]) && !isVoid(group[0]) {
      if let copies = copies(of: group) {
        if copies.count > included[copies[0]]?.count ?? 0 { included[copies[0]] = copies }
        binds[copies[0], default: []].append(group[0])
      } else {
        findings.append(inputFinding(group) ?? groupFinding(group))
      }
    }
    return findings + copiesFindings(included, binds)
  }

  private func groupFinding(_ group: [Int]) -> Diagnostic {
    let isDynamic = key(of: group[0]).type.isDynamic
    let apart = isDynamic ? "give them different names" : "tell them apart with .named(_:)"
    let areOverrides = group.allSatisfy { graph.bindings[$0].isOverride }
    return finding(
      .duplicateBinding, "\(quoted(group[0])) is bound \(count(group.count)): nothing says which binding is meant", at: group[1],
      notes: group.map(boundLine),
      help: areOverrides
        ? "remove one of the overrides, or \(apart)" : "add .override to the binding that is meant, \(apart), or remove one")
  }

  /// A duplicate with its module, as a line.
  func boundLine(_ binding: Int) -> String { "bound\(module(of: binding).map { " in \($0)" } ?? ""): \(mention(binding))" }

  func count(_ number: Int) -> String { number == 2 ? "twice" : "\(number) times" }
}
