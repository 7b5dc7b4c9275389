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

  /// The modules that are included with several values.
  struct Copies {
    /// The copies of each module, as indices in ``Graph/modules``, and the first of the binds of each line that they declare again.
    private var modules: [(copies: [Int], binds: [Int])] = []
    /// The place in ``modules``, by the first copy.
    private var places: [Int: Int] = [:]

    mutating func add(_ copies: [Int], declaring bind: Int) {
      guard let place = places[copies[0]] else {
        places[copies[0]] = modules.count
        return modules.append((copies, [bind]))
      }
      if copies.count > modules[place].copies.count { modules[place].copies = copies }
      modules[place].binds.append(bind)
    }

    /// A finding for each module, unless it follows from that of the module which includes it.
    func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
      if modules.isEmpty { return [] }
      var includers: [Int: Int] = [:]
      // A module is listed before those that it includes; of its includers before it in the list, the last one read it.
      for (includer, module) in subject.graph.modules.enumerated() {
        for included in module.includes where included > includer { includers[included] = includer }
      }
      var findings: [Diagnostic] = []
      for (copies, binds) in modules {
        let outer = copies.compactMap { includers[$0] }
        if let place = outer.first.flatMap({ places[$0] }), modules[place].copies == outer { continue }
        findings.append(DuplicateBindingCheck.finding(copies, binds, includers, in: subject))
      }
      return findings
    }
  }

  fileprivate static func finding(
    _ copies: [Int], _ binds: [Int], _ includers: [Int: Int], in subject: GraphCheck.Subject
  ) -> Diagnostic {
    let (modules, name) = (subject.graph.modules, subject.module(copies[0]) ?? "")
    var (texts, isCompared, isInline) = ([String](), true, false)
    var finding = Diagnostic(id, .error, "", at: subject.graph.bindings[binds[0]].location)
    for (number, copy) in copies.enumerated() {
      let place = modules[copy].location
      if place.isKnown { finding.location = place }
      guard number < 12 else { continue }
      let value = subject.value(copy)
      isCompared = isCompared && value?.likeness == .compared
      isInline = isInline || value?.likeness == .inline
      if let text = value?.text, !texts.contains(text) { texts.append(text) }
      var (path, next) = ("", includers[copy])
      while let includer = next {
        path = (subject.module(includer) ?? "") + (path.isEmpty ? "" : " -> ") + path
        next = includers[includer]
      }
      finding.notes.append(
        (path.isEmpty ? "given to the container" : "included by " + path) + (place.isKnown ? " (\(place.inShort))" : "")
          + (value?.text.map { ": " + $0 } ?? ""))
    }
    if copies.count > 12 { finding.notes.append("included \(copies.count - 12) times more") }
    finding.notes += subject.lines("bound \(count(copies.count))", binds)
    let isDifferent = isCompared || texts.count == copies.count
    finding.message =
      "'\(name)' is included \(count(copies.count)) with "
      + (isDifferent ? "different values" : "values that are not known to be equal")
    finding.help =
      if isDifferent {
        "include it with one value, or let each value tell its binds apart with .named(_:)"
      } else if isInline {
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
