// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Modules that include each other.
  func moduleCycleFindings() -> [Diagnostic] {
    let cycles = graph.moduleCycles.filter { !$0.isEmpty }
    if cycles.isEmpty { return [] }
    let places = Dictionary(graph.modules.map { ($0.name, $0.location) }, uniquingKeysWith: { first, _ in first })
    return cycles.map { cycle in
      let path = cycle.map { Diagnostic.Step(key: names.type($0), location: places[$0] ?? .unknown, note: "") }
      return Diagnostic(
        .moduleCycle, .error, "'\(path[0].key)' includes itself",
        at: path.map(\.location).first(where: \.isKnown) ?? .unknown, path: path,
        help: "remove one Include, and move what both sides need into a module of its own")
    }
  }
}
