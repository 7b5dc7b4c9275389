// SPDX-License-Identifier: Apache-2.0

/// Modules that include each other.
enum ModuleCycleCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.moduleCycle

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let frame = subject.outline.frame
    guard !frame.moduleCycles.isEmpty else { return [] }
    let places = Dictionary(frame.modules.map { ($0.name, $0.location) }, uniquingKeysWith: { first, _ in first })
    return frame.moduleCycles.compactMap { cycle in
      guard !cycle.isEmpty else { return nil }
      let names = cycle.map(subject.names.type)
      let path = zip(cycle, names).map { type, name in
        Diagnostic.Step(key: name, location: places[type] ?? .unknown, note: "")
      }
      return Diagnostic(
        id, .error, "'\(names[0])' includes itself", at: path.map(\.location).first(where: \.isKnown) ?? .unknown, path: path,
        help: "remove one Include, and move what both sides need into a module of its own")
    }
  }
}
