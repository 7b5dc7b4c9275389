// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Scope types that form a cycle of parents: none of them can ever open.
  func scopeCycleFindings() -> [Diagnostic] {
    let container = graph.scopeKinds.map(\.type).filter { $0.qualified == "Dovetail.ContainerScope" }
    return circles().map(circleFinding) + container.map(containerFinding)
  }

  /// The cycles. Each begins with the kind that was met first, and does not repeat it.
  ///
  /// - Complexity: O(scope types²).
  private func circles() -> [[TypeName]] {
    var circles: [[TypeName]] = []
    for start in graph.scopeKinds {
      let way = lifetimes.kinds(around: start.type)
      // Only a cycle leads back to a kind that was met.
      guard let place = way.last.flatMap({ lifetimes.parents[$0] }).flatMap(way.firstIndex) else { continue }
      if !circles.contains(where: { $0.contains(way[place]) }) { circles.append(Array(way[place...])) }
    }
    return circles
  }

  private func circleFinding(_ circle: [TypeName]) -> Diagnostic {
    let path = (circle + [circle[0]]).map { kind in
      let use = use(of: kind)
      return Diagnostic.Step(key: names.type(kind), location: use.location, note: use.note ?? "")
    }
    return Diagnostic(
      .scopeCycle, .error, "the scope type '\(path[0].key)' is its own parent, so that no scope of it can open",
      at: path.map(\.location).first(where: \.isKnown) ?? .unknown, path: path,
      help: "remove Parent from \(circle.count == 1 ? "it" : "one of them"): without one, a scope opens in the container")
  }

  /// The type that stands for the container is its own parent as well, and is not a kind that opens.
  private func containerFinding(_ kind: TypeName) -> Diagnostic {
    let use = use(of: kind)
    return Diagnostic(
      .scopeCycle, .error, "'\(names.type(kind))' stands for the container, and is no scope type that opens",
      at: use.location, notes: use.note.map { [$0] } ?? [],
      help: "make what the container shares .in(.singleton), or name a scope type of your own")
  }

  /// The place of a kind's first use, and the use in words; `nil` when nothing uses it.
  private func use(of kind: TypeName) -> (location: SourceLocation, note: String?) {
    guard let resident = residents[kind] else { return (.unknown, nil) }
    return (location(of: resident), "scope of \(names.key(key(of: resident)))")
  }
}
