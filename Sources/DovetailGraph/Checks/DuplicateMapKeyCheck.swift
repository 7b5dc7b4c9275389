// SPDX-License-Identifier: Apache-2.0

/// Two contributions to one dictionary under one key.
enum DuplicateMapKeyCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.duplicateMapKey

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    var groups: [Wiring.MapPart: [Int]] = [:]
    for (key, parts) in subject.wiring.parts where parts.count > 1 {
      for part in parts {
        guard let mapKey = subject.outline.contribution(of: part)?.mapKey else { continue }
        groups[Wiring.MapPart(key: key, mapKey: mapKey), default: []].append(part)
      }
    }
    return groups.compactMap { place, parts in
      guard parts.count > 1, let last = parts.last(where: subject.isOwn) else { return nil }
      let type = subject.names.type(place.key.type)
      return Diagnostic(
        id, .error, "\(parts.count) contributions to [String: \(type)] have the key \(place.mapKey.quoted)",
        at: subject.graph.bindings[last].location,
        notes: subject.lines("contributed", parts),
        help: "give each a key of its own, or add .override to the one that is meant")
    }
  }
}
