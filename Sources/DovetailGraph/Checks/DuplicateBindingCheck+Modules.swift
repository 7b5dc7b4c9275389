// SPDX-License-Identifier: Apache-2.0

// A module that is included with several values declares all its binds again: one finding for all of them.
extension DuplicateBindingCheck {
  /// The modules of a group, when the duplicates are one line of one module; else `nil`.
  static func copies(of group: [Int], in subject: GraphCheck.Subject) -> [Int]? {
    let (bindings, modules) = (subject.graph.bindings, subject.graph.modules)
    let (first, places) = (bindings[group[0]], group.map { bindings[$0].module })
    guard first.location.isKnown, Set(places).count == group.count else { return nil }
    let isSame = group.allSatisfy {
      let (here, there) = (bindings[$0].module, first.module)
      guard modules.indices.contains(here), modules.indices.contains(there) else { return false }
      return bindings[$0].location == first.location && modules[here].name == modules[there].name
    }
    return isSame ? places : nil
  }

  /// A finding for the copies of every module, unless it follows from that of the module which includes them.
  ///
  /// - Parameter groups: The binds that are declared again, a group for each line, by the copies of their module in ``Graph/modules``.
  static func copyFindings(_ groups: [[Int]?: [[Int]]], in subject: GraphCheck.Subject) -> [Diagnostic] {
    var includers: [Int: Int] = [:]
    // A module is listed before those that it includes; of its includers before it in the list, the last one read it.
    for (includer, module) in subject.graph.modules.enumerated() {
      for included in module.includes where included > includer { includers[included] = includer }
    }
    return groups.compactMap { copies, lines in
      guard let copies, groups[copies.compactMap { includers[$0] }] == nil else { return nil }
      return finding(copies, lines, includers, in: subject)
    }
  }

  private static func finding(
    _ copies: [Int], _ lines: [[Int]], _ includers: [Int: Int], in subject: GraphCheck.Subject
  ) -> Diagnostic {
    let (shown, places) = (copies.prefix(12), copies.map { subject.graph.modules[$0].location })
    let values = shown.map { subject.value($0) }
    let isDifferent = values.allSatisfy { $0?.likeness == .compared } || Set(values.compactMap { $0?.text }).count == copies.count
    let name = subject.module(copies[0]) ?? ""
    var finding = Diagnostic(
      id, .error,
      "'\(name)' is included \(count(copies.count)) with \(isDifferent ? "different values" : "values that are not known to be equal")",
      at: places.last(where: \.isKnown) ?? subject.graph.bindings[lines[0][0]].location)
    finding.notes = zip(shown, values).map { copy, value in
      var path = [copy]
      while let includer = includers[path[0]] { path.insert(includer, at: 0) }
      let steps = path.dropLast().compactMap { subject.module($0) }.joined(separator: " -> ")
      let place = subject.graph.modules[copy].location
      return (steps.isEmpty ? "given to the container" : "included by \(steps)")
        + (place.isKnown ? " (\(place.inShort))" : "") + (value?.text.map { ": \($0)" } ?? "")
    }
    if copies.count > shown.count { finding.notes.append("included \(copies.count - shown.count) times more") }
    finding.notes += subject.lines("bound \(count(copies.count))", lines.map { $0[0] })
    finding.help =
      if isDifferent {
        "include it with one value, or let each value tell its binds apart with .named(_:)"
      } else if values.contains(where: { $0?.likeness == .inline }) {
        "include it once, or give it a type that is Hashable, so that equal values count once"
      } else {
        "make it Hashable, so that equal values count once, or include it with one value"
      }
    return finding
  }
}

/// The value of a module, for findings: a graph describes types only.
package struct ModuleValue: Sendable {
  /// How it is compared with other values of its type.
  package enum Likeness: Sendable {
    /// By its `==` or as an object: values that are equal count once.
    case compared
    /// By its bytes, or not at all.
    case uncompared
    /// Not at all, because it has no type of its own.
    case inline
  }

  /// The value as text, which may be shortened; `nil` when the text says nothing.
  package let text: String?
  package let likeness: Likeness

  package init(text: String?, _ likeness: Likeness) {
    self.text = text
    self.likeness = likeness
  }
}
