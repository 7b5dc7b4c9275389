// SPDX-License-Identifier: Apache-2.0

/// A graph with every dependency linked to its answer.
///
/// The only code that matches overrides, decorators, private bindings, contributions and derived dependencies. The checks read it to find errors; a container reads it to
/// connect instances.
public struct Wiring: Sendable {
  /// The linked graph.
  public let graph: Graph
  /// The answers of all dependencies: `[binding][need]`, in the orders of ``Graph/bindings`` and ``Graph/Binding/needs``.
  public private(set) var links: [[Link]] = []
  /// The overrides of replaced bindings: `replacedBy[replaced] == override`.
  package internal(set) var replacedBy: [Int: Int] = [:]
  /// The bindings whose keys overrides answer instead, also those that others still see: `replaces[override]`.
  package internal(set) var replaces: [Int: Int] = [:]
  /// The bindings that decorators wrap: `inner[decorator]` is a binding or another decorator.
  package internal(set) var inner: [Int: Int] = [:]
  /// The innermost bindings that decorators wrap: `wrapped[decorator]` is no decorator.
  var wrapped: [Int: Int] = [:]
  /// The bindings that share a key without an `override`; each group in order of declaration, groups likewise.
  package internal(set) var duplicates: [[Int]] = []
  /// Overrides that replace nothing, in order of declaration.
  package internal(set) var uselessOverrides: [Int] = []
  /// Decorators that wrap nothing, in order of declaration.
  package internal(set) var uselessDecorators: [Int] = []
  /// The answers of keys, by level of container: `table[level][key]`.
  package internal(set) var table: [[Graph.Key: Int]]
  /// The answers of keys inside one module only, by module.
  var privates: [Int: [Graph.Key: Int]] = [:]
  /// The modules that have something private.
  private var closedModules: Set<Int> = []
  /// The parts of each collection, in order of declaration.
  package internal(set) var parts: [Graph.Key: [Int]] = [:]
  /// The private overrides of other parts, which are in their places for one module only: `ownParts[module][key][place in the collection]`.
  var ownParts: [Int: [Graph.Key: [Int: Int]]] = [:]

  /// Links a graph. Wrong graphs are linked as far as possible, so that every check can find its errors.
  ///
  /// A level of no container, such as -1, counts as the nearest one that is.
  ///
  /// - Complexity: O(bindings + needs + levels).
  public init(_ graph: Graph) {
    let graph = graph.settled
    self.graph = graph
    // By index and by field, as everywhere: whole bindings would be copied.
    var levels = 1
    for index in graph.bindings.indices {
      levels = max(levels, graph.bindings[index].level + 1)
      if graph.bindings[index].isPrivate { closedModules.insert(graph.bindings[index].module) }
    }
    table = Array(repeating: [:], count: levels)
    var assembly = Assembly()
    assembly.declare(into: &self)
    assembly.override(in: &self)
    assembly.decorate(in: &self)
    links = graph.bindings.indices.map { binding in graph.bindings[binding].needs.map { link($0, of: binding) } }
  }
}

extension Wiring {
  /// The answer of one dependency.
  public struct Link: Sendable, Hashable {
    /// The answering part.
    public enum Target: Sendable, Hashable {
      /// This binding.
      case binding(Int)
      /// These contributions, in order.
      case parts([Int])
      /// None, and that is valid: the dependency is optional.
      case absent
      /// None, although the dependency requires one.
      case missing
      /// The caller, with the argument of this index.
      case argument(Int)
      /// The resolver.
      case resolver
    }

    /// The answering part.
    public var target: Target
    /// The number of the dependency's wrappers that the container has to make itself: 0 when the declared type is bound unchanged.
    public var depth: Int

    /// The binding that answers the dependency unchanged; `nil` for all other links.
    package var plain: Int? { if case .binding(let binding) = target, depth == 0 { binding } else { nil } }

    /// The bindings that the link leads to.
    public var bindings: [Int] {
      switch target {
      case .binding(let binding): [binding]
      case .parts(let parts): parts
      case .absent, .missing, .argument, .resolver: []
      }
    }

    /// Whether a binding could answer instead.
    fileprivate var isOpen: Bool {
      switch target {
      case .missing, .absent, .parts: true
      case .binding, .argument, .resolver: false
      }
    }
  }

  /// The binding that answers a key: for a module with its private bindings, or for the program (`module` is nil).
  ///
  /// - Returns: The index in ``Graph/bindings``; the outermost decorator if there is one; `nil` when nothing is bound.
  public func binding(for key: Graph.Key, in module: Int? = nil, level: Int? = nil) -> Int? {
    if let module, !privates.isEmpty, let found = privates[module]?[key] { return found }
    var level = min(level ?? .max, table.count - 1)
    while level >= 0 {
      if let found = table[level][key] { return found }
      level -= 1
    }
    return nil
  }

  /// Whether a binding may see what others do not: something is private to its module.
  package func seesPrivates(_ binding: Int) -> Bool { closedModules.contains(graph.bindings[binding].module) }

  /// The resolutions that no single binding answers: the targets of useless overrides and decorators, roots, and needs; those of each binding from the last one to
  /// the first.
  package var unanswered: [Graph.Need] {
    let useless = (uselessOverrides + uselessDecorators).filter { graph.bindings[$0].contribution == nil }
    let roots = graph.roots.reversed().filter { link($0, of: nil).isOpen }
    let needs = graph.bindings.indices.filter { replacedBy[$0] == nil }.flatMap { binding in
      links[binding].indices.reversed().filter { links[binding][$0].isOpen }.map { graph.bindings[binding].needs[$0] }
    }
    return useless.inOrder(>).map { Graph.Need(key: graph.bindings[$0].key) } + roots + needs
  }

  /// Every type that the program can resolve without a name, with the answering binding; a child's answers before its parents'.
  package var plainAnswers: [(type: ObjectIdentifier, index: Int)] {
    table.reversed().joined().compactMap { key, index in
      key.name == nil ? key.type.type.map { (type: ObjectIdentifier($0), index: index) } : nil
    }
  }

  /// Links a dependency of a binding, or one of the program (`binding` is nil).
  public func link(_ need: Graph.Need, of binding: Int?) -> Link {
    link(need, of: binding, upTo: binding.map { graph.bindings[$0].level })
  }

  /// Links a dependency in a container.
  ///
  /// - Parameter level: The level of the container; `nil` for the innermost.
  package func link(_ need: Graph.Need, of binding: Int?, upTo level: Int?) -> Link {
    switch need.source {
    case .argument(let index): return Link(target: .argument(index), depth: 0)
    case .resolver: return Link(target: .resolver, depth: 0)
    case .inner:
      let target = binding.flatMap { inner[$0] }
      return Link(target: target.map { .binding($0) } ?? .missing, depth: 0)
    case .bound: break
    }
    let module = binding.map { graph.bindings[$0].module }
    var key = need.key
    var optional = false
    for depth in 0... {
      if let found = self.binding(for: key, in: module, level: level) { return Link(target: .binding(found), depth: depth) }
      guard depth < need.wrappers.count else { return Link(target: optional ? .absent : .missing, depth: depth) }
      let wrapper = need.wrappers[depth]
      if wrapper.form == .optional { optional = true }
      if wrapper.form == .collection || wrapper.form == .dictionary {
        return collection(need, at: depth, optional: optional, in: module, level: level)
      }
      key = wrapper.key
    }
    return Link(target: .missing, depth: 0)
  }

  /// The actual scope of a binding's instance: a decorator is shared as long as the instance that it wraps.
  public func scope(of binding: Int) -> Graph.Scope { graph.bindings[base(of: binding)].scope }

  /// The innermost binding of a chain of decorators; the binding itself when it is no decorator.
  package func base(of binding: Int) -> Int { wrapped[binding] ?? binding }

  /// The binding whose arguments count when a binding is asked with some: of a class to one of its subclasses, that of the subclass.
  package func taker(ofArgumentsFor binding: Int) -> Int {
    var taker = binding
    // Bounded, because such bindings may form a cycle, which is a finding.
    for _ in graph.bindings.indices {
      guard graph.bindings[taker].arguments.isEmpty, let next = subclass(of: taker) else { break }
      taker = base(of: next)
    }
    return taker
  }

  /// The binding of the subclass to which a binding leads that takes nothing else.
  private func subclass(of binding: Int) -> Int? {
    guard links[binding].count == 1, graph.bindings[binding].needs[0].place == .parameter,
      graph.bindings[binding].role == .factory, let answer = links[binding][0].plain
    else { return nil }
    // A graph from a file has no types to ask; a container has asked them before it was written.
    guard let own = graph.bindings[binding].key.type.type, let other = graph.bindings[binding].needs[0].key.type.type else {
      return graph.bindings[binding].key.type.isDynamic ? nil : answer
    }
    return TypeRelations.isClass(own) && TypeRelations.isClass(other) && TypeRelations.inherits(other, from: own) ? answer : nil
  }

  /// Whether a binding takes part: it is not replaced, and a decorator has a binding to wrap.
  package func isActive(_ binding: Int) -> Bool {
    replacedBy[binding] == nil && (graph.bindings[binding].role != .decorator || inner[binding] != nil)
  }

  private func collection(_ need: Graph.Need, at depth: Int, optional: Bool, in module: Int?, level: Int?) -> Link {
    let keyed = need.wrappers[depth].form == .dictionary
    for inner in depth..<need.wrappers.count {
      // A collection is never made from a single part, as a provider or an optional is.
      if inner > depth, [.collection, .dictionary].contains(need.wrappers[inner].form) { break }
      var visible = parts(of: need.wrappers[inner].key, in: module, level: level)
      if keyed { visible.removeAll { graph.bindings[$0].contribution?.mapKey == nil } }
      if !visible.isEmpty { return Link(target: .parts(visible), depth: inner + 1) }
    }
    return Link(target: optional ? .absent : .parts([]), depth: need.wrappers.count)
  }

  /// The parts of a collection, in order, for a module or for the program (`module` is nil).
  package func parts(of key: Graph.Key, in module: Int? = nil, level: Int? = nil) -> [Int] {
    let own = ownParts.isEmpty ? nil : module.flatMap { ownParts[$0]?[key] }
    return (parts[key] ?? []).enumerated().compactMap { place, part in
      if let part = own?[place] { return part }
      let part = self.part(at: level ?? .max, part)
      guard graph.bindings[part].level <= level ?? .max else { return nil }
      return graph.bindings[part].isPrivate && graph.bindings[part].module != module ? nil : part
    }
  }

  /// The part that a container of a level has in the place of a part, which a child may have replaced.
  private func part(at level: Int, _ part: Int) -> Int {
    guard graph.bindings[part].level > level, let hidden = replaces[part] else { return part }
    return self.part(at: level, hidden)
  }
}
