// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Two contributions to one dictionary under one key.
  func duplicateMapKeyFindings() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    for (key, all) in wiring.parts where all.count > 1 {
      for (mapKey, parts) in Dictionary(grouping: all, by: { outline.contribution(of: $0)?.mapKey }) {
        guard let mapKey, parts.count > 1, let last = parts.last(where: isOwn) else { continue }
        findings.append(
          finding(
            .duplicateMapKey, "\(parts.count) contributions to [String: \(names.type(key.type))] have the key \(mapKey.quoted)",
            at: last, notes: lines("contributed", parts),
            help: "give each a key of its own, or add .override to the one that is meant"))
      }
    }
    return findings
  }
}
