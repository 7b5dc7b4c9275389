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

// Inputs have no location, no name and no module of their own: the text for bindings would not help.
extension GraphCheck.Subject {
  /// The diagnostic about bindings of one key, some of which are inputs of scopes; `nil` when none is.
  func inputFinding(_ group: [Int]) -> Diagnostic? {
    let inputs = group.filter { graph.bindings[$0].role == .input }
    guard let first = inputs.first else { return nil }
    let binds = group.filter { graph.bindings[$0].role != .input }
    var kinds: [TypeName] = []
    var notes = binds.map(boundLine)
    for input in inputs {
      guard case .scoped(let kind) = graph.bindings[input].scope, !kinds.contains(kind) else { continue }
      kinds.append(kind)
      let opener = module(of: input).map { ", which \($0) opens" } ?? ""
      notes.append("input of \(names.type(kind))" + (residents[kind].map { ", the scope of \(mention($0))" } ?? opener))
    }
    let places = (binds + kinds.compactMap { residents[$0] }).map { location(of: $0) }
    return Diagnostic(
      .duplicateBinding, .error, message(quoted(first), group.count, kinds, isBound: !binds.isEmpty),
      at: places.first(where: \.isKnown) ?? .unknown, notes: notes, help: help(kinds, isBound: !binds.isEmpty))
  }

  private func message(_ key: String, _ count: Int, _ kinds: [TypeName], isBound: Bool) -> String {
    let names = kinds.map(names.type)
    if !isBound, names.count == 1 {
      return "the scope type '\(names[0])' takes \(count) inputs of the type \(key): nothing tells them apart"
    }
    let joined = names.joined(separator: " and of ")
    return "\(key) is \(isBound ? "bound, and is " : "")an input of \(joined): nothing says which one is meant"
  }

  private func help(_ kinds: [TypeName], isBound: Bool) -> String {
    if isBound {
      return kinds.count > 1
        ? "remove the binding, or tell it apart with .named(_:)"
        : "remove the binding, tell it apart with .named(_:), or add .override to it if it is to replace the input"
    }
    let isNested = kinds.count == 2 && lifetimes.areRelated(kinds[0], kinds[1])
    return "give each input a type of its own"
      + (isNested ? ", or leave out the one of the inner scope: what an outer scope is given is there inside it too" : "")
  }
}

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
    var includers = [Int?](repeating: nil, count: graph.modules.count)
    // A module is listed before those that it includes; of its includers before it in the list, the last one read it.
    for includer in graph.modules.indices {
      for included in graph.modules[includer].includes where included > includer { includers[included] = includer }
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
      "'\(names.type(graph.modules[copies[0]].name))' is included \(count(copies.count)) with "
        + (areDifferent ? "different values" : "values that are not known to be equal"),
      at: copies.map { graph.modules[$0].location }.last(where: \.isKnown) ?? location(of: binds[0]),
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
      path.insert(names.type(graph.modules[includer].name), at: 0)
      next = includers[includer]
    }
    return (path.isEmpty ? "given to the container" : "included by " + path.joined(separator: " -> "))
      + graph.modules[copy].location.inParentheses + (value?.shown.map { ": " + $0 } ?? "")
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

  /// The value as text, to tell it from others; `nil` when the text says nothing.
  fileprivate let text: String?
  private let isShown: Bool
  fileprivate let likeness: Likeness

  package init(text: String?, isShown: Bool = false, _ likeness: Likeness) {
    (self.text, self.isShown, self.likeness) = (text, isShown, likeness)
  }

  /// The text that may be shown, in at most a hundred characters.
  fileprivate var shown: String? { isShown ? text.map { $0.count > 100 ? "\($0.prefix(100))…" : $0 } : nil }
}
