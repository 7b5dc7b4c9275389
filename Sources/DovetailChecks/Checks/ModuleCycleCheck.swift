// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Modules that include each other.
  func moduleCycleFindings() -> [Diagnostic] {
    let cycles = graph.moduleCycles.filter { !$0.isEmpty }
    if cycles.isEmpty { return [] }
    let places = Dictionary(modules.map { ($0.name, $0.location) }, uniquingKeysWith: { first, _ in first })
    return cycles.map { cycle in
      let path = cycle.map { Diagnostic.Step(key: names.type($0), location: places[$0] ?? .unknown, note: "") }
      return Diagnostic(
        .moduleCycle, .error, "'\(path[0].key)' includes itself", at: Diagnostic.firstPlace(on: path), path: path,
        help: "remove one Include, and move what both sides need into a module of its own")
    }
  }
}

extension Diagnostic {
  /// The first known place on a path.
  static func firstPlace(on path: [Step]) -> SourceLocation { path.first(where: \.location.isKnown)?.location ?? .unknown }
}
