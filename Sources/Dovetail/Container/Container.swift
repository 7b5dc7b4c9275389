// SPDX-License-Identifier: Apache-2.0

/// Modules, checked as a whole and compiled once, plus the shared instances that they make.
///
/// A container never changes: its binds are fixed when it is made. It may be used from any thread.
///
/// ```swift
/// let container = try Container(CarModule(profile: production))
/// let car = try container.resolve(Car.self)
/// ```
public final class Container: Sendable {
  /// The findings of the checks; only warnings, because an error prevents the container.
  public let report: Report
  package let plan: Plan
  /// The plain types that can be requested.
  @usableFromInline let table: RootTable
  /// The names that have been requested.
  let names = NameTable()
  package let owner: Owner
  package let blueprint: Blueprint
  /// The plan with the binds that were found on types and requested without being needed by any other bind.
  package let extended = Lock<Plan?>(nil)
  let derivedSlots = Lock<[Graph.Key: FoundSlot]>([:])
  /// The parts that other modules attach to the container.
  package var parts: ContainerParts { owner.parts }
  let observed = Lock<Set<Graph.ObservedEdge>>([])

  /// Reads, checks and compiles modules. No factory runs.
  ///
  /// - Parameters:
  ///   - modules: The modules, in the order in which collections and decorators see them.
  ///   - roots: The requests of the program itself; with them, unused binds are found.
  ///   - extensions: The extensions of the container; the last one is called first.
  ///   - observers: The observers of the container.
  /// - Throws: `GraphError` with all findings when one of them is an error.
  /// - Complexity: Linear in the binds and their needs.
  public convenience init(
    _ modules: any Module..., roots: [Root] = [], extensions: [any Extension] = [], observers: [any Observer] = []
  ) throws(GraphError) {
    try self.init(Blueprint(layers: [modules], roots: roots, extensions: extensions, observers: ObserverList(observers)))
  }

  /// Reads, checks and compiles the bindings of one module without a type. No factory runs.
  ///
  /// - Parameters:
  ///   - roots: The requests of the program itself; with them, unused binds are found.
  ///   - extensions: The extensions of the container; the last one is called first.
  ///   - observers: The observers of the container.
  ///   - fileID: Where the container is made.
  ///   - line: Where the container is made.
  ///   - column: Where the container is made.
  ///   - bindings: The binds, decorators and included modules.
  /// - Throws: `GraphError` with all findings when one of them is an error.
  public convenience init(
    roots: [Root] = [], extensions: [any Extension] = [], observers: [any Observer] = [],
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) throws(GraphError) {
    let module = InlineModule(fileID: fileID, line: line, column: column, bindings)
    try self.init(Blueprint(layers: [[module]], roots: roots, extensions: extensions, observers: ObserverList(observers)))
  }

  init(_ blueprint: Blueprint) throws(GraphError) {
    let start = blueprint.observers == nil ? nil : ContinuousClock.now
    let draft = blueprint.draft()
    guard draft.report.isValid else { throw GraphError(draft.report) }
    owner = Owner(
      extensions: ExtensionChain(extensions: blueprint.extensions), observers: blueprint.observers,
      family: blueprint.parent?.owner.family)
    plan = Plan(draft, over: blueprint.parent?.plan, owner: owner)
    table = plan.table
    report = draft.report
    self.blueprint = blueprint
    owner.adopt(self)
    if let start { owner.observers?.built(in: start.duration(to: .now), closing: owner.closing) }
  }

  /// Checks modules as making a container does, without making a container.
  ///
  /// - Returns: All findings: errors first, then warnings.
  public static func check(_ modules: any Module..., roots: [Root] = []) -> Report {
    Blueprint(layers: [modules], roots: roots).draft().report
  }

  /// The graph of modules, right or wrong, with its findings. Builds nothing, not even a container.
  package static func draft(of modules: [any Module], roots: [Root] = []) -> (graph: Graph, report: Report) {
    let draft = Blueprint(layers: [modules], roots: roots).draft()
    return (draft.wiring.graph, draft.report)
  }

  /// The declared graph, parents' binds included, with the observed requests of opaque binds.
  public var graph: Graph {
    var graph = (extended.withLock { $0 } ?? plan).wiring.graph
    graph.observed = observedEdges
    return graph
  }

  /// The observed requests of opaque binds, parents' binds included; sorted.
  var observedEdges: [Graph.ObservedEdge] {
    let observed = observed.withLock { $0 }.union(blueprint.parent?.observedEdges ?? [])
    return observed.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Whether an owner is that of this container or of a parent: then its open scopes have a place for all of the owner's slots.
  func sees(_ other: Owner) -> Bool { owner === other || blueprint.parent?.sees(other) ?? false }

  /// Remembers a request of an opaque bind.
  func note(_ answer: FoundSlot, askedBy requester: Int) {
    guard requester >= 0 else { return }
    observed.withLock { observed in
      for binding in answer.bindings { observed.insert(Graph.ObservedEdge(from: requester, to: binding)) }
    }
  }
}

extension Graph.ObservedEdge: Inert {}
