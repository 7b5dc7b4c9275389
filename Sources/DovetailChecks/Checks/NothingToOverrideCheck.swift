// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// An override that replaces nothing, most likely because the original changed its key or is gone.
  func nothingToOverrideFindings() -> [Diagnostic] {
    let useless = Set(wiring.uselessOverrides)
    lazy var parts = Dictionary(grouping: wiring.parts.values.joined().filter { !useless.contains($0) }.inOrder(<)) {
      key(of: $0).type
    }
    var known: [TypeName: KeyedParts] = [:]
    return wiring.uselessOverrides.filter(isOwn).map { override in
      if let contribution = graph.bindings[override].contribution, case let type = key(of: override).type {
        let keyed = known[type] ?? KeyedParts(parts[type] ?? [], in: graph)
        known[type] = keyed
        return partFinding(override, contribution, keyed)
      }
      let near = nearMisses(insteadOf: override)
      return finding(
        .nothingToOverride, "the override of \(quoted(override)) replaces nothing", at: override, similar: near.texts,
        help: help(override, near))
    }
  }

  private func help(_ override: Int, _ near: NearMisses.Found) -> String {
    var help = "correct the type or name"
    if let home = ownModule(of: (privateAnswers[key(of: override)] ?? []).filter { $0 != override }) {
      help = "say .override(in: \(names.type(home)).self), for which it is private"
    } else if let general = near.all(.general).first(where: { isVisible($0, to: override) }) {
      let type = type(of: general)
      help = "bind it as what it is to replace, Bind(\(type.hasPrefix("any ") ? "(\(type))" : type).self, …)"
    }
    // A rebuilt container needs no .override: every given binding is an override.
    guard graph.bindings[override].layer > 0 else { return help + ", or remove .override" }
    return help
      + "; if only another replacement needs this binding, mark it .private; bind what is new in a module or in a child container"
  }

  /// The type of a module of this container that declares one of some bindings; `nil` when there is none with a type name.
  private func ownModule(of bindings: [Int]) -> TypeName? {
    bindings.filter(isOwn).compactMap { home(of: $0)?.name }.first { $0.type != nil }
  }

  private func partFinding(_ override: Int, _ own: Graph.Binding.Contribution, _ parts: KeyedParts) -> Diagnostic {
    let element = key(of: override)
    guard let key = own.mapKey else {
      return finding(
        .nothingToOverride,
        "a contribution to \(names.collection(of: element)) without a key cannot say which other one it replaces", at: override,
        help: "give both the same key: .contribute(key:)")
    }
    let collection = names.collection(of: element, isKeyed: true)
    let isOfCollection = { [graph] in graph.bindings[$0].key == element }
    let same = parts.places[key] ?? []
    if let hidden = same.first(where: isOfCollection), graph.bindings[hidden].isPrivate {
      return finding(
        .nothingToOverride,
        "the contribution \(key.quoted) to \(collection) is private to \(module(of: hidden) ?? "another module")",
        at: override, notes: lines("private", [hidden]),
        help: ownModule(of: [hidden]).map { "say .override(in: \(names.type($0)).self)" }
          ?? "remove .private from it, or .override from this one")
    }
    let close = nearMisses.closest(to: key, in: parts.words) {
      parts.places[parts.keys[$0]]?.contains(where: isOfCollection) == true
    }
    let replaceable = close.found.compactMap { parts.places[parts.keys[$0.element]]?.first(where: isOfCollection) }
    let elsewhere = namedAlike(element, Array(same.lazy.filter { !isOfCollection($0) }.prefix(100)))
    return finding(
      .nothingToOverride, "no contribution \(key.quoted) to \(collection) is there to be replaced", at: override,
      similar: (replaceable + elsewhere).prefix(3).map { part in
        "the key \(graph.bindings[part].contribution?.mapKey?.quoted ?? "") of \(mention(part))"
      }, help: "correct the \(elsewhere.isEmpty ? "key" : replaceable.isEmpty ? "name" : "key or the name"), or remove .override")
  }

  /// Parts of collections of one type, those first whose collections have a name like that of a key.
  private func namedAlike(_ key: Graph.Key, _ parts: [Int]) -> [Int] {
    let name = { [graph] in graph.bindings[$0].key.name ?? "" }
    let near = Spelling.closest(to: key.name ?? "", in: parts.map(name))
    return parts.filter { near.contains(name($0)) } + parts.filter { !near.contains(name($0)) }
  }
}

/// The parts of all collections of one type by their keys, for thousands of overrides that look for theirs.
private struct KeyedParts {
  /// The bindings with each key.
  private(set) var places: [String: [Int]] = [:]
  /// The different keys, in order of declaration.
  private(set) var keys: [String] = []
  let words: Spelling.Words

  init(_ parts: [Int], in graph: Graph) {
    for part in parts {
      guard let key = graph.bindings[part].contribution?.mapKey else { continue }
      if places[key] == nil { keys.append(key) }
      places[key, default: []].append(part)
    }
    words = Spelling.Words(keys)
  }
}
