// SPDX-License-Identifier: Apache-2.0

/// A graph with every need linked to what answers it.
///
/// The one place that knows how overrides, decorators, private binds, contributions and derived needs find each other. The checks
/// read it to say what is wrong; a container reads it to know which instance goes where.
public struct Wiring: Sendable {
  /// What was linked.
  public let graph: Graph
  /// How each need is answered: `[binding][need]`, in the orders of ``Graph/bindings`` and ``Graph/Binding/needs``.
  public var links: [[Link]] { linked.rows }
  /// The same, quick to read.
  package private(set) var linked = Links()
  /// Which binding replaced a binding: `replacedBy[replaced] == override`.
  package internal(set) var replacedBy: [Int: Int] = [:]
  /// What a decorator wraps: `inner[decorator]` is a binding or another decorator.
  package internal(set) var inner: [Int: Int] = [:]
  /// The bindings that share a key without one saying `override`; each group in order of declaration, groups likewise.
  package internal(set) var duplicates: [[Int]] = []
  /// Overrides that replace nothing, in order of declaration.
  package internal(set) var uselessOverrides: [Int] = []
  /// Decorators that wrap nothing, in order of declaration.
  package internal(set) var uselessDecorators: [Int] = []
  /// What answers a key, by level of container: `table[level][key]`.
  var table: [KeyTable]
  /// What answers a key inside one module only.
  var privates: [PrivateKey: Int] = [:]
  /// The parts of each collection, in order of declaration.
  var parts: [Graph.Key: [Int]] = [:]
  /// What some bindings have, and most graphs have none of.
  package private(set) var traits: Traits = []

  /// What there is in a graph. Needs lie far apart in memory, so whoever looks for what is rare asks here first.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Some binding takes run-time arguments.
    package static let arguments = Traits(rawValue: 1)
    /// Some need is declared only, so that no factory takes it.
    package static let declaredNeeds = Traits(rawValue: 2)
    /// Something is wrong with what is said about some need.
    package static let problems = Traits(rawValue: 4)
  }

  struct PrivateKey: Hashable {
    var module: Int
    var key: Graph.Key
  }

  /// Links a graph. Wrong graphs are linked as far as possible, so that every check finds what it looks for.
  ///
  /// - Complexity: O(bindings + needs + levels).
  public init(_ graph: Graph) {
    self.graph = graph
    let levels = (graph.bindings.lazy.map(\.level).max() ?? 0) + 1
    table = Array(repeating: KeyTable(for: levels == 1 ? graph.bindings.count : 0), count: levels)
    var assembly = Assembly()
    assembly.declare(into: &self)
    assembly.override(in: &self)
    assembly.decorate(in: &self)
    var linked = Links()
    linked.reserve(graph.bindings.count)
    for binding in graph.bindings.indices {
      if !graph.bindings[binding].arguments.isEmpty { traits.insert(.arguments) }
      for need in graph.bindings[binding].needs.indices {
        if graph.bindings[binding].needs[need].place == .declared { traits.insert(.declaredNeeds) }
        if graph.bindings[binding].needs[need].problem != nil { traits.insert(.problems) }
        linked.append(plainLink(need, of: binding) ?? link(graph.bindings[binding].needs[need], of: binding))
      }
      linked.endBinding()
    }
    self.linked = linked
  }
}

extension Wiring {
  /// How one need is answered.
  public struct Link: Sendable, Hashable {
    /// What answers it.
    public enum Target: Sendable, Hashable {
      /// This binding.
      case binding(Int)
      /// These contributions, in order.
      case parts([Int])
      /// Nobody, and that is fine: the need is optional.
      case absent
      /// Nobody, although somebody has to.
      case missing
      /// The caller, with the argument of this index.
      case argument(Int)
      /// The resolver.
      case resolver
    }

    /// What answers the need.
    public var target: Target
    /// How many of the need's wrappers the container has to make itself: 0 when the declared type is bound as it is.
    public var depth: Int

    /// The bindings that the link leads to.
    public var bindings: [Int] {
      switch target {
      case .binding(let binding): [binding]
      case .parts(let parts): parts
      case .absent, .missing, .argument, .resolver: []
      }
    }
  }

  /// The binding that answers a key: for a module with its private binds, or for the program (`module` is nil).
  ///
  /// - Returns: The index in ``Graph/bindings``; the outermost decorator where there is one; `nil` when nothing is bound.
  public func binding(for key: Graph.Key, in module: Int? = nil, level: Int? = nil) -> Int? {
    if let module, !privates.isEmpty, let found = privates[PrivateKey(module: module, key: key)] { return found }
    var level = level ?? table.count - 1
    while level >= 0 {
      if let found = table[level][key] { return found }
      level -= 1
    }
    return nil
  }

  /// What answers a key that the program asks for, by level of container.
  package var answers: [KeyTable] { table }

  /// Every type that the program can ask for without a name, with the binding that answers it; a child's answers before its parents'.
  package var plainAnswers: [(type: ObjectIdentifier, binding: Int)] {
    table.reversed().flatMap { answers in answers.plainTypes.map { ($0.type, $0.index) } }
  }

  /// Links a need of a binding, or one of the program (`binding` is nil).
  public func link(_ need: Graph.Need, of binding: Int?) -> Link {
    switch need.source {
    case .argument(let index): return Link(target: .argument(index), depth: 0)
    case .resolver: return Link(target: .resolver, depth: 0)
    case .inner:
      let target = binding.flatMap { inner[$0] }
      return Link(target: target.map { .binding($0) } ?? .missing, depth: 0)
    case .bound: break
    }
    let module = binding.map { graph.bindings[$0].module }
    let level = binding.map { graph.bindings[$0].level }
    var key = need.key
    var optional = false
    for depth in 0... {
      if let found = self.binding(for: key, in: module, level: level) {
        return Link(target: .binding(found), depth: depth)
      }
      guard depth < need.wrappers.count else { return Link(target: optional ? .absent : .missing, depth: depth) }
      let wrapper = need.wrappers[depth]
      if wrapper.form == .optional { optional = true }
      if wrapper.form == .collection || wrapper.form == .dictionary {
        return collection(need, at: depth, optional: optional, level: level)
      }
      key = wrapper.key
    }
    return Link(target: .missing, depth: 0)
  }

  /// How a need is answered by what is bound for its very key, as nearly all are; `nil` for all others.
  private func plainLink(_ need: Int, of binding: Int) -> Link? {
    guard case .bound = graph.bindings[binding].needs[need].source,
      let found = self.binding(
        for: graph.bindings[binding].needs[need].key, in: graph.bindings[binding].module, level: graph.bindings[binding].level)
    else { return nil }
    return Link(target: .binding(found), depth: 0)
  }

  /// The scope that a binding's instance really has: a decorator shares what it wraps for as long as that lives.
  public func scope(of binding: Int) -> Graph.Scope {
    graph.bindings[base(of: binding)].scope
  }

  /// What a chain of decorators wraps in the end; the binding itself when it is no decorator.
  package func base(of binding: Int) -> Int {
    var binding = binding
    while let next = inner[binding] { binding = next }
    return binding
  }

  /// Whether a binding takes part: it is neither replaced nor a decorator without anything to wrap.
  package func isActive(_ binding: Int) -> Bool {
    replacedBy[binding] == nil && (graph.bindings[binding].role != .decorator || inner[binding] != nil)
  }

  private func collection(_ need: Graph.Need, at depth: Int, optional: Bool, level: Int?) -> Link {
    let keyed = need.wrappers[depth].form == .dictionary
    for inner in depth..<need.wrappers.count {
      // A dictionary is never made from a single part, as a provider or an optional is.
      if inner > depth, need.wrappers[inner].form == .dictionary { break }
      let all = parts[need.wrappers[inner].key] ?? []
      let visible = all.filter { part in
        let binding = graph.bindings[part]
        return binding.level <= level ?? .max && (!keyed || binding.contribution?.mapKey != nil)
      }
      if !visible.isEmpty { return Link(target: .parts(visible), depth: inner + 1) }
    }
    return Link(target: optional ? .absent : .parts([]), depth: need.wrappers.count)
  }
}
