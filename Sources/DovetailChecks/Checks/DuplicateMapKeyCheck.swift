// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Two contributions to one dictionary under one key.
  func duplicateMapKeyFindings() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    // An override that replaces nothing is reported as that.
    let useless = Set(wiring.uselessOverrides)
    for (key, all) in wiring.parts where all.count > 1 {
      let keyed = all.filter { graph.bindings[$0].contribution?.mapKey != nil }
      for (mapKey, same) in Dictionary(grouping: keyed, by: { graph.bindings[$0].contribution?.mapKey ?? "" })
      where same.count > 1 {
        for parts in together(same.filter { !useless.contains($0) }) where parts.count > 1 {
          guard let last = parts.last(where: isOwn) else { continue }
          findings.append(
            finding(
              .duplicateMapKey,
              "\(parts.count) contributions to \(names.collection(of: key, isKeyed: true)) have the key \(mapKey.quoted)",
              at: last,
              notes: lines("contributed", parts), help: help(key, mapKey, parts)))
        }
      }
    }
    return findings
  }

  /// A part that takes one dependency may be made by `.contribute(to:key:)`, where `.override` would be about the binding itself.
  private func help(_ key: Graph.Key, _ mapKey: String, _ parts: [Int]) -> String {
    if copies(of: parts) != nil, let module = module(of: parts[0]) {
      if Set(parts.map { graph.bindings[$0].level }).count > 1 { return "include '\(module)' in the parent alone" }
      return "include '\(module)' with one value, or let each value give a key of its own"
    }
    if parts.allSatisfy({ graph.bindings[$0].isOverride }) {
      return "give each a key of its own, or remove all overrides but one"
    }
    let isMixed = Set(parts.map { graph.bindings[$0].isPrivate }).count > 1
    let isMade = parts.contains { needs(of: $0).count == 1 && needs(of: $0)[0].source == .bound }
    let bind = "Bind(\(grouped(names.type(key.type))).self) { … }\(named(key)).contribute(key: \(mapKey.quoted)).override"
    let one = isMixed ? "the private one" : "the one that is meant"
    return "give each a key of its own, or "
      + (isMade ? "bind \(one) as \(bind)\(isMixed ? ".private" : "")" : "add .override to \(one)")
  }

  /// The parts that some dictionary has together: those of the program; without a duplicate there, those with the private ones of each module.
  private func together(_ parts: [Int]) -> [[Int]] {
    let isPrivate = { [graph] in graph.bindings[$0].isPrivate }
    let open = parts.filter { !isPrivate($0) }
    if open.count > 1 || open.count == parts.count { return [open] }
    return Dictionary(grouping: parts.filter(isPrivate)) { graph.bindings[$0].module }.values.map { own in
      (open.filter { graph.bindings[$0].level <= graph.bindings[own[0]].level } + own).inOrder(<)
    }
  }
}
