// SPDX-License-Identifier: Apache-2.0

/// Two binds for one key without an override.
enum DuplicateBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.duplicateBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.wiring.duplicates.compactMap { group in
      guard let first = group.first, subject.isOwn(first) else { return nil }
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
      if let module = twiceIncluded(group, in: subject) {
        finding.help = "'\(module)' is included twice with values that cannot be compared; make it Hashable"
      } else if group.allSatisfy({ bindings[$0].isOverride }) {
        finding.help = "remove one of the overrides, or \(apart)"
      } else {
        finding.help = "add .override to the bind that is meant, \(apart), or remove one"
      }
      return finding
    }
  }

  private static func count(_ number: Int) -> String { number == 2 ? "twice" : "\(number) times" }

  /// The module that took part twice, when the duplicates are one line of one module.
  private static func twiceIncluded(_ group: [Int], in subject: GraphCheck.Subject) -> String? {
    let bindings = subject.graph.bindings
    let first = bindings[group[0]]
    let isSame = group.allSatisfy {
      let (here, there) = (bindings[$0].module, first.module)
      guard subject.graph.modules.indices.contains(here), subject.graph.modules.indices.contains(there) else { return false }
      return bindings[$0].location == first.location && subject.graph.modules[here].name == subject.graph.modules[there].name
    }
    guard isSame, first.location.isKnown, Set(group.map { bindings[$0].module }).count == group.count else { return nil }
    return subject.module(of: group[0])
  }
}
