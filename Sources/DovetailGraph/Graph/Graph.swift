// SPDX-License-Identifier: Apache-2.0

/// The plain description of a container's declarations: the bindings, their dependencies, and their lifetimes.
///
/// A graph holds declared facts only. ``Wiring`` links them, and `GraphCheck` of DovetailChecks finds the errors. Neither can build an instance.
public struct Graph: Sendable {
  /// The modules in the order in which they were first met, parents' modules first.
  public var modules: [Module]
  /// Every declaration, in the order of declaration; a parent container's come first.
  public var bindings: [Binding]
  /// The scope types that the bindings name, outer kinds first.
  public var scopeKinds: [ScopeKind]
  /// The resolutions of the program itself; empty when they were not declared.
  public var roots: [Need]
  /// The resolutions of opaque bindings observed so far; sorted by requester, then by target.
  public var observed: [ObservedEdge]
  /// Chains of includes that return to their start: `[cycle][step]`, each closed (its first module is also its last).
  public var moduleCycles: [[TypeName]]
  /// Whether the graph was observed at run time, and not declared: resolutions that have not happened yet are missing.
  public var isObserved: Bool
  /// The timeline of a start of the container; `nil` when it was not recorded. `RecordingObserver` records it.
  public var timeline: Timeline?

  /// Creates a graph from its parts.
  public init(
    modules: [Module] = [], bindings: [Binding] = [], scopeKinds: [ScopeKind] = [], roots: [Need] = [],
    observed: [ObservedEdge] = [], moduleCycles: [[TypeName]] = [], isObserved: Bool = false, timeline: Timeline? = nil
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
}

extension Graph {
  /// A resolution that a factory made at run time, beyond its declaration.
  public struct ObservedEdge: Sendable, Hashable {
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

extension Graph {
  /// The levels of containers; more than any program has, because every level costs a table.
  package static let levels = 0..<1000

  /// The graph, with every binding in a level that there is.
  package var settled: Graph {
    var graph = self
    for index in bindings.indices where !Graph.levels.contains(bindings[index].level) {
      graph.bindings[index].level = bindings[index].level < 0 ? 0 : Graph.levels.upperBound - 1
    }
    return graph
  }
}

extension Graph {
  /// A module as it took part in a graph.
  public struct Module: Sendable {
    /// The module's type, or the name of an inline module.
    public var name: TypeName
    /// The indices in ``Graph/modules`` of the modules that this one includes, in order.
    public var includes: [Int]
    /// The error from reading the module; then it has no bindings. `nil` when there was none.
    public var failure: String?
    /// The place of its first include, or of an inline module; unknown for one that the container was given.
    public var location: SourceLocation

    /// Creates a module.
    public init(name: TypeName, includes: [Int] = [], failure: String? = nil, location: SourceLocation = .unknown) {
      self.name = name
      self.includes = includes
      self.failure = failure
      self.location = location
    }
  }
}
