// SPDX-License-Identifier: Apache-2.0

// A module that is included with several values declares all its bindings again: one diagnostic for all of them.
extension GraphCheck.Subject {
  /// The modules of a group, when the duplicates are one line of one module; else `nil`.
  func copies(of group: [Int]) -> [Int]? {
    let places = group.map { graph.bindings[$0].module }
    guard let name = home(of: group[0])?.name, Set(places).count == group.count else { return nil }
    let location = location(of: group[0])
    let isSame = group.allSatisfy { home(of: $0)?.name == name && self.location(of: $0) == location }
    return location.isKnown && isSame ? places : nil
  }

  /// A diagnostic for each module, unless it follows from that of the module which includes it.
  func copiesFindings(_ included: [Int: [Int]], _ binds: [Int: [Int]]) -> [Diagnostic] {
    if included.isEmpty { return [] }
    var includers = [Int?](repeating: nil, count: modules.count)
    // A module is listed before those that it includes; of its includers before it in the list, the last one read it.
    for includer in modules.indices {
      for included in modules[includer].includes where included > includer { includers[included] = includer }
    }
    return included.compactMap { first, copies in
      let outer = copies.compactMap { includers[$0] }
      if let outermost = outer.first, included[outermost] == outer { return nil }
      return copiesFinding(copies, binds[first] ?? [], includers)
    }
  }

  private func copiesFinding(_ copies: [Int], _ binds: [Int], _ includers: [Int?]) -> Diagnostic {
    let values = copies.prefix(12).map(value)
    let areCompared = values.allSatisfy { $0?.likeness == .compared }
    let areDifferent = areCompared || Set(values.compactMap { $0?.text }).count == copies.count
    var notes = zip(copies, values).map { inclusion(of: $0, $1, includers) }
    if copies.count > 12 { notes.append("included \(copies.count - 12) times more") }
    return Diagnostic(
      .duplicateBinding, .error,
      "'\(names.type(modules[copies[0]].name))' is included \(count(copies.count)) with "
        + (areDifferent ? "different values" : "values that are not known to be equal"),
      at: copies.map { modules[$0].location }.last(where: \.isKnown) ?? location(of: binds[0]),
      notes: notes + lines("bound \(count(copies.count))", binds),
      help: areDifferent
        ? "include it with one value, or let each value tell its bindings apart with .named(_:)"
        : values.contains { $0?.likeness == .inline }
          ? "include it once, or give it a type that is Hashable, so that equal values count once"
          : "make it Hashable, so that equal values count once, or include it with one value")
  }

  private func inclusion(of copy: Int, _ value: ModuleValue?, _ includers: [Int?]) -> String {
    var (path, next): ([String], Int?) = ([], includers[copy])
    while let includer = next {
      path.insert(names.type(modules[includer].name), at: 0)
      next = includers[includer]
    }
    return (path.isEmpty ? "given to the container" : "included by " + path.joined(separator: " -> "))
      + modules[copy].location.inParentheses + (value?.text.map { ": " + $0 } ?? "")
  }
}

/// The value of a module, for diagnostics: a graph describes types only.
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
  fileprivate let text: String?
  fileprivate let likeness: Likeness

  package init(text: String?, _ likeness: Likeness) {
    self.text = text
    self.likeness = likeness
  }
}
