// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// An override that replaces nothing, most likely because the original changed its key or is gone.
  func nothingToOverrideFindings() -> [Diagnostic] {
    var collections: [Graph.Key: KeyedParts] = [:]
    return findings(about: wiring.uselessOverrides) { override in
      if let contribution = outline.contribution(of: override) { return partFinding(override, contribution, &collections) }
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
    } else if let general = near.first(.general) {
      let type = type(of: general)
      help = "bind it as what it is to replace, Bind(\(type.hasPrefix("any ") ? "(\(type))" : type).self, …)"
    }
    // A rebuilt container needs no .override: every given binding is an override.
    guard outline[override].place.layer > 0 else { return help + ", or remove .override" }
    return help
      + "; if only another replacement needs this binding, mark it .private; bind what is new in a module or in a child container"
  }

  /// The type of a module of this container that declares one of some bindings; `nil` when there is none with a type name.
  private func ownModule(of bindings: [Int]) -> TypeName? {
    bindings.filter(isOwn).compactMap { home(of: $0)?.name }.first { $0.type != nil }
  }

  /// - Parameter collections: The parts of collections that were looked at already.
  private func partFinding(
    _ override: Int, _ own: Graph.Binding.Contribution, _ collections: inout [Graph.Key: KeyedParts]
  ) -> Diagnostic {
    let (type, element) = (type(of: override), key(of: override))
    guard let key = own.mapKey else {
      return finding(
        .nothingToOverride, "a contribution to [\(type)] without a key cannot say which other one it replaces", at: override,
        help: "give both the same key: .contribute(key:)")
    }
    let parts = collections[element] ?? KeyedParts(wiring.parts[element] ?? [], in: outline)
    collections[element] = parts
    if let hidden = parts.places[key]?.first(where: { $0 != override }), outline[hidden].marks.contains(.isPrivate) {
      return finding(
        .nothingToOverride,
        "the contribution \(key.quoted) to [String: \(type)] is private to \(module(of: hidden) ?? "another module")",
        at: override, notes: lines("private", [hidden]),
        help: ownModule(of: [hidden]).map { "say .override(in: \(names.type($0)).self)" }
          ?? "remove .private from it, or .override from this one")
    }
    let similar = nearMisses.closest(to: key, in: parts.words).found.map { close, _ in
      "the key \(parts.keys[close].quoted) of \(parts.places[parts.keys[close]]?.first.map(mention) ?? "")"
    }
    return finding(
      .nothingToOverride, "no contribution \(key.quoted) to [String: \(type)] is there to be replaced", at: override,
      similar: similar, help: "correct the key, or remove .override")
  }
}

/// The parts of one collection by their keys, for thousands of overrides that look for theirs.
private struct KeyedParts {
  /// The bindings with each key.
  private(set) var places: [String: [Int]] = [:]
  /// The different keys, in order of declaration.
  private(set) var keys: [String] = []
  let words: Spelling.Words

  init(_ parts: [Int], in outline: Outline) {
    for part in parts {
      guard let key = outline.contribution(of: part)?.mapKey else { continue }
      if places[key] == nil { keys.append(key) }
      places[key, default: []].append(part)
    }
    words = Spelling.Words(keys)
  }
}
