// SPDX-License-Identifier: Apache-2.0

/// Kinds of scopes that form a circle of parents: none of them can ever open.
enum ScopeCycleCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.scopeCycle

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let kinds = subject.outline.frame.scopeKinds
    let container = kinds.filter { $0.type.qualified == "Dovetail.ContainerScope" }
    return circles(kinds).map { finding($0, in: subject) } + container.map { containerFinding($0.type, in: subject) }
  }

  /// The circles. Each begins with the kind that was met first, and does not repeat it.
  ///
  /// - Complexity: O(scope kinds).
  private static func circles(_ kinds: [Graph.ScopeKind]) -> [[TypeName]] {
    let parents = Dictionary(kinds.map { ($0.type, $0.parent) }, uniquingKeysWith: { first, _ in first })
    var circles: [[TypeName]] = []
    var seen: Set<TypeName> = []
    for start in kinds {
      var way: [TypeName] = []
      var places: [TypeName: Int] = [:]
      var next: TypeName? = start.type
      while let kind = next, seen.insert(kind).inserted {
        places[kind] = way.count
        way.append(kind)
        next = parents[kind] ?? nil
      }
      if let next, let place = places[next] { circles.append(Array(way[place...])) }
    }
    return circles
  }

  private static func finding(_ circle: [TypeName], in subject: GraphCheck.Subject) -> Diagnostic {
    let name = subject.names.type(circle[0])
    let path = (circle + [circle[0]]).map { step($0, in: subject) }
    return Diagnostic(
      id, .error, "the scope kind '\(name)' is its own parent, so that no scope of it can open",
      at: path.map(\.location).first(where: \.isKnown) ?? .unknown, path: path,
      help: "remove Parent from \(circle.count == 1 ? "it" : "one of them"): without one, a kind opens in the container")
  }

  private static func step(_ kind: TypeName, in subject: GraphCheck.Subject) -> Diagnostic.Step {
    let resident = subject.residents[kind].map { subject.graph.bindings[$0] }
    return Diagnostic.Step(
      key: subject.names.type(kind), location: resident?.location ?? .unknown,
      note: resident.map { "scope of \(subject.names.key($0.key))" } ?? "")
  }

  /// The type that stands for the container is its own parent as well, and is not a kind that opens.
  private static func containerFinding(_ kind: TypeName, in subject: GraphCheck.Subject) -> Diagnostic {
    let resident = subject.residents[kind].map { subject.graph.bindings[$0] }
    return Diagnostic(
      id, .error, "'\(subject.names.type(kind))' stands for the container, and is no kind of scope that opens",
      at: resident?.location ?? .unknown, notes: resident.map { ["scope of \(subject.names.key($0.key))"] } ?? [],
      help: "make what the container shares .in(.singleton), or name a kind of your own")
  }
}
