// SPDX-License-Identifier: Apache-2.0

/// Two binds for one key without an override.
enum DuplicateBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.duplicateBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var included = Copies()
    for group in subject.wiring.duplicates {
      guard let first = group.first, subject.isOwn(first), !VoidBindingCheck.isVoid(subject.outline.key(of: first)) else {
        continue
      }
      if let copies = copies(of: group, in: subject) {
        included.add(copies, declaring: first)
      } else {
        findings.append(finding(group, in: subject))
      }
    }
    return findings + included.findings(in: subject)
  }

  private static func finding(_ group: [Int], in subject: GraphCheck.Subject) -> Diagnostic {
    let first = group[0]
    if let finding = inputFinding(group, in: subject) { return finding }
    let bindings = subject.graph.bindings
    var finding = Diagnostic(
      id, .error, "\(subject.quoted(first)) is bound \(count(group.count)): nothing says which bind is meant",
      at: bindings[group[1]].location,
      notes: group.map { place in
        let module = subject.module(of: place).map { " in \($0)" } ?? ""
        return "bound\(module): \(subject.mention(place))"
      })
    let apart = bindings[first].key.type.isDynamic ? "give them different names" : "tell them apart with .named(_:)"
    if group.allSatisfy({ bindings[$0].isOverride }) {
      finding.help = "remove one of the overrides, or \(apart)"
    } else {
      finding.help = "add .override to the bind that is meant, \(apart), or remove one"
    }
    return finding
  }

  static func count(_ number: Int) -> String { number == 2 ? "twice" : "\(number) times" }
}
