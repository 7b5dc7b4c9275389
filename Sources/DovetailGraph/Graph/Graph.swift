// SPDX-License-Identifier: Apache-2.0

/// The plain description of what a container was told: which binds there are, what they need, and how long they live.
///
/// A graph holds declared facts only. ``Wiring`` works out what they mean together, and ``GraphCheck`` says what is wrong with
/// them. Nothing here can build an instance.
public struct Graph: Sendable, Codable {
  /// The modules in the order in which they were first met, parents' modules first.
  public var modules: [Module]
  /// Every declaration, in the order of declaration; a parent container's come first.
  public var bindings: [Binding]
  /// The kinds of scopes that the bindings name, outer kinds first.
  public var scopeKinds: [ScopeKind]
  /// What the program itself asks for; empty when it was not said.
  public var roots: [Need]
  /// What opaque bindings really asked for, as seen so far; sorted by requester, then by target.
  public var observed: [ObservedEdge]
  /// Chains of includes that come back to where they began: `[cycle][step]`, each closed (its first module is also its last).
  public var moduleCycles: [[TypeName]]
  /// Whether the graph is what was seen at run time, and not what was declared: what has not happened yet is missing.
  public var isObserved: Bool
  /// How a start of the container went; `nil` when nobody wrote it down. `RecordingObserver` does.
  public var timeline: Timeline?

  /// Creates a graph from its parts.
  public init(
    modules: [Module] = [],
    bindings: [Binding] = [],
    scopeKinds: [ScopeKind] = [],
    roots: [Need] = [],
    observed: [ObservedEdge] = [],
    moduleCycles: [[TypeName]] = [],
    isObserved: Bool = false,
    timeline: Timeline? = nil
  ) {
    self.modules = modules
    self.bindings = bindings
    self.scopeKinds = scopeKinds
    self.roots = roots
    self.observed = observed
    self.moduleCycles = moduleCycles
    self.isObserved = isObserved
    self.timeline = timeline
  }

  /// Creates a graph of which the program asks for plain values only.
  public init(
    modules: [Module] = [],
    bindings: [Binding] = [],
    scopeKinds: [ScopeKind] = [],
    roots: [Key],
    observed: [ObservedEdge] = [],
    moduleCycles: [[TypeName]] = []
  ) {
    self.init(
      modules: modules, bindings: bindings, scopeKinds: scopeKinds, roots: roots.map { Need(key: $0) }, observed: observed,
      moduleCycles: moduleCycles)
  }
}

extension Graph {
  /// A request that a factory made at run time, beyond what its declaration says.
  public struct ObservedEdge: Sendable, Codable, Hashable {
    /// The index in ``Graph/bindings`` of the binding whose factory asked.
    public var from: Int
    /// The index in ``Graph/bindings`` of the binding that answered.
    public var to: Int

    /// Creates an edge between two indices of ``Graph/bindings``.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }
}
