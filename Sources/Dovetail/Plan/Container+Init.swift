// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Reads, checks and compiles modules. No factory runs.
  ///
  /// - Parameters:
  ///   - modules: The modules, in the order in which collections and decorators see them.
  ///   - standIns: `.all` to use the stand-in of every binding that carries one, for previews and tests.
  ///   - roots: The resolutions of the program itself; with them, unused bindings are found.
  ///   - extensions: The extensions of the container; the last one is called first.
  ///   - observers: The observers of the container.
  /// - Throws: `GraphError` with all diagnostics when one of them is an error.
  /// - Complexity: Linear in the bindings and their dependencies.
  public convenience init(
    _ modules: any Module..., standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [],
    observers: [any Observer] = []
  ) throws(GraphError) {
    try self.init(
      PlanInput(
        layers: [modules], standIns: standIns, roots: roots, extensions: extensions, observers: ObserverList(observers)))
  }

  /// Reads, checks and compiles the bindings of one module without a type: bindings, decorators and included modules. No factory runs.
  ///
  /// The rest is as for modules with a type.
  public convenience init(
    standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [], observers: [any Observer] = [],
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) throws(GraphError) {
    let module = InlineModule(fileID: fileID, line: line, column: column, bindings)
    try self.init(module, standIns: standIns, roots: roots, extensions: extensions, observers: observers)
  }

  /// Reads, checks and compiles the modules of an input. No factory runs.
  package convenience init(_ input: PlanInput) throws(GraphError) {
    let start = input.observers == nil ? nil : ContinuousClock.now
    let draft = input.draft()
    guard draft.report.isValid else { throw GraphError(draft.report) }
    let owner = ContainerContext(
      extensions: input.extensions[...], observers: input.observers,
      family: input.parent?.owner.family)
    self.init(draft, of: input, owner: owner)
    // A closed parent has closed its children: they answer nothing.
    _ = parent?.lifetime.adopt(self, number, leftAs: .droppedChild, evenIfClosing: true)
    if let start {
      owner.observers?.tell(.built(in: start.duration(to: .now)), and: .closed, of: .container, after: lifetime)
    }
  }

  /// Checks modules as making a container does, without making a container.
  ///
  /// - Returns: All diagnostics: errors first, then warnings.
  public static func check(_ modules: any Module..., standIns: StandIns = .none, roots: [Root] = []) -> Report {
    PlanInput(layers: [modules], standIns: standIns, roots: roots).draft().report
  }

  /// The graph of modules, right or wrong, with its findings. Builds nothing, not even a container.
  package static func draft(
    of modules: [any Module], standIns: StandIns = .none, roots: [Root] = []
  ) -> (graph: Graph, report: Report) {
    let draft = PlanInput(layers: [modules], standIns: standIns, roots: roots).draft()
    return (draft.wiring.graph, draft.report)
  }

  /// The declared graph, parents' bindings included, with the observed resolutions of opaque bindings.
  public var graph: Graph {
    let wiring = wholePlan.wiring
    var graph = wiring.graph
    graph.observed = observedEdges
    // What has joined with its type belongs here, up to the first that would change answers: as a part of a collection, or beside a binding of the same key.
    var keys = Set(graph.bindings[..<plan.entries.count].lazy.filter(\.isPrivate).map(\.key))
    for binding in plan.entries.count..<graph.bindings.count {
      let key = graph.bindings[binding].key
      guard graph.bindings[binding].contribution == nil, keys.insert(key).inserted,
        wiring.binding(for: key, level: plan.level) == nil
      else { break }
      graph.bindings[binding].level = plan.level
    }
    return graph
  }

  /// The observed requests of opaque binds, parents' binds included; sorted.
  private var observedEdges: [Graph.ObservedEdge] {
    let observed = Array(observed.withLock { $0 }.union(parent?.inheritedEdges ?? []))
    return sortedPlaces(observed.count) { (observed[$0].from, observed[$0].to) < (observed[$1].from, observed[$1].to) }
      .map { observed[$0] }
  }

  /// The observed requests among the binds that a child has as well: binds that join a running container have the numbers of other ones there.
  var inheritedEdges: [Graph.ObservedEdge] { observedEdges.filter { max($0.from, $0.to) < plan.entries.count } }
}

extension Container {
  /// Makes a child container: it sees the bindings of this one and adds to them.
  ///
  /// This container never sees the child's bindings, and its factories do not either. For a key that the child binds again, resolutions to the child get the child's
  /// value.
  ///
  /// - Throws: `GraphError` with all diagnostics about the child's bindings.
  public func child(_ modules: any Module..., roots: [Root] = []) throws(GraphError) -> Container {
    try Container(
      PlanInput(
        parent: self, layers: [modules], standIns: input.standIns, roots: roots, extensions: input.extensions,
        observers: input.observers))
  }

  /// Makes a child container from bindings that are written here.
  ///
  /// - Throws: `GraphError` with all diagnostics about the child's bindings.
  public func child(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) throws(GraphError) -> Container { try child(InlineModule("child", fileID: fileID, line: line, column: column, bindings)) }

  /// Makes a fresh container from the same modules, with bindings replaced; it shares no values with this one.
  ///
  /// - Parameter modules: Every binding in them replaces one of the same key, and it is an error when there is none; helpers of a replacement
  ///   are `.private`. Collections get further parts.
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt(overriding modules: any Module...) throws(GraphError) -> Container {
    try changed { $0.override(with: modules) }
  }

  /// Makes a fresh container from the same modules, with bindings replaced by those that are written here.
  ///
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder overriding bindings: @escaping @Sendable () throws -> Bindings
  ) throws(GraphError) -> Container {
    try rebuilt(overriding: InlineModule("overrides", fileID: fileID, line: line, column: column, bindings))
  }

  /// Makes a fresh container from the same modules, without those of some types, wherever they are included.
  ///
  /// - Throws: `GraphError` with all diagnostics; `nothing-to-remove` when no module is of a type.
  public func rebuilt(removing modules: any Module.Type...) throws(GraphError) -> Container { try changed { $0.remove(modules) } }

  /// Makes a fresh container from the same modules and some more, also from modules that an earlier copy has removed.
  ///
  /// ```swift
  /// let without = try container.rebuilt(removing: FocusModule.self)
  /// let again = try without.rebuilt(adding: FocusModule())
  /// ```
  ///
  /// Unlike with a child, all bindings in the container see the new ones; it shares no values with this one.
  ///
  /// - Parameter modules: The modules. A second binding of a key is an error, unless it is an `.override`. Modules of their types may again be included
  ///   everywhere.
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt(adding modules: any Module...) throws(GraphError) -> Container { try changed { $0.add(modules) } }

  /// Makes a fresh container from the same modules, without the bindings of some types.
  ///
  /// A type that is not bound changes nothing. The bindings that need a removed one have to be removed too, or it has to be bound anew by
  /// ``rebuilt(fileID:line:column:overriding:)`` instead. Bindings of parents, contributions and decorators stay.
  ///
  /// - Parameter type: The types of the plain bindings.
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt<each Value>(unbinding type: repeat (each Value).Type) throws(GraphError) -> Container {
    try rebuilt(unbinding: repeat Key(each type))
  }

  /// Makes a fresh container from the same modules, without the bindings of some keys; a key that is not bound changes nothing.
  ///
  /// - Throws: `GraphError` with all diagnostics.
  public func rebuilt<each Value>(unbinding key: repeat Key<each Value>) throws(GraphError) -> Container {
    var keys: Set<Graph.Key> = []
    for key in repeat each key { keys.insert(key.graphKey) }
    return try changed { $0.unbind(keys) }
  }

  private func changed(_ change: (inout PlanInput) -> Void) throws(GraphError) -> Container {
    var input = input
    change(&input)
    return try Container(input)
  }
}
