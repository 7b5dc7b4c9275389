// SPDX-License-Identifier: Apache-2.0

/// The facts about a graph that linking and checking need, in a compact form.
///
/// Most bindings, and most needs, are a type, perhaps with a name, and a few marks describe the rest. Only the others are kept in the form of the graph.
/// Locations and all other details of diagnostics are in the ``Graph``, which is made when there are diagnostics.
package struct Outline: Sendable {
  /// The facts about a binding.
  package struct Binding: Sendable {
    /// The bound type; `nil` when the key has no type.
    let type: (any Any.Type)?
    package let marks: Marks
    package let place: Place
  }

  /// The place of a binding: see ``Graph/Binding``. A container keeps two for each binding, so numbers take half a word.
  package struct Place: Sendable {
    private let halves: (module: Int32, level: Int32, layer: Int32)

    package init(module: Int, level: Int, layer: Int) {
      halves = (Int32(truncatingIfNeeded: module), Int32(truncatingIfNeeded: level), Int32(truncatingIfNeeded: layer))
    }

    package var module: Int { Int(halves.module) }
    package var level: Int { Int(halves.level) }
    package var layer: Int { Int(halves.layer) }
  }

  /// The graph without its bindings.
  package let frame: Graph
  /// The marks that some binding, or some need, has. Code that looks for rare marks tests here first.
  package private(set) var found: Marks = []
  private(set) var bindings: [Binding] = []
  /// The names of those bindings that have one.
  private var names: [Int: String] = [:]
  private var rareBindings: [Int: Graph.Binding] = [:]
  /// The needs of all bindings in one array; `nil` for a dependency that is not a plain parameter of a bound type.
  private var needs: [(any Any.Type)?] = []
  /// The names of those plain needs that have one, by place in ``needs``.
  private var needNames: [Int: String] = [:]
  /// By place in ``needs``.
  private var rareNeeds: [Int: Graph.Need] = [:]
  /// The needs of a binding are those at `starts[binding]..<starts[binding + 1]`.
  private(set) var starts: [Int32] = [0]

  /// Begins with a graph's modules, roots and other parts; its bindings are added.
  package init(of frame: Graph, bindings count: Int) {
    self.frame = frame
    bindings.reserveCapacity(count)
    starts.reserveCapacity(count + 1)
    needs.reserveCapacity(count * 2)
  }

  /// Creates the outline of a whole graph.
  init(_ graph: Graph) {
    var frame = graph
    frame.bindings = []
    self.init(of: frame, bindings: graph.bindings.count)
    for binding in graph.bindings { append(binding) }
  }
}

extension Outline {
  /// Adds a binding of a type, fully described by marks, or one that is kept in the form of the graph; its dependencies follow.
  package mutating func append(_ type: (any Any.Type)?, named name: String? = nil, _ marks: Marks, at place: Place) {
    found.formUnion(marks)
    if let name { names[bindings.count] = name }
    bindings.append(Binding(type: type, marks: marks, place: place))
  }

  /// Adds a dependency of the last binding: a plain parameter of a bound type.
  package mutating func append(need type: any Any.Type, named name: String? = nil) {
    if let name { needNames[needs.count] = name }
    needs.append(type)
  }

  /// Adds a dependency of the last binding.
  package mutating func append(need: Graph.Need) {
    if let type = need.plainType { return append(need: type, named: need.key.name) }
    if need.place == .declared { found.insert(.declaredNeeds) }
    if need.problem != nil { found.insert(.problems) }
    rareNeeds[needs.count] = need
    needs.append(nil)
  }

  /// Marks the end of the last binding's needs.
  package mutating func endBinding() { starts.append(Int32(needs.count)) }

  /// Adds any binding, with its dependencies.
  package mutating func append(_ binding: Graph.Binding) {
    let marks = Marks(of: binding)
    let (key, place) = (binding.key, Place(module: binding.module, level: binding.level, layer: binding.layer))
    let isPlain = marks.isDisjoint(with: .rare) && key.type.type != nil
    if !isPlain { rareBindings[bindings.count] = binding }
    append(key.type.type, named: key.name, marks, at: place)
    for need in binding.needs { append(need: need) }
    endBinding()
  }
}

extension Outline {
  /// The number of bindings.
  package var count: Int { bindings.count }

  /// The number of those bindings whose key may be a type without a name.
  var unnamedCount: Int { bindings.count - names.count }

  /// The facts about a binding.
  package subscript(binding: Int) -> Binding { bindings[binding] }

  /// See ``Graph/Binding/key``.
  package func key(of binding: Int) -> Graph.Key {
    if let type = bindings[binding].type { return Graph.Key(type: TypeName(type), name: names[binding]) }
    return rareBindings[binding]?.key ?? Graph.Key(type: TypeName(text: ""))
  }

  // As in ``Graph/Binding``.

  package func scope(of binding: Int) -> Graph.Scope {
    let marks = bindings[binding].marks
    if marks.contains(.singleton) { return .singleton }
    if marks.contains(.graph) { return .graph }
    if marks.contains(.weak) { return .weak }
    return marks.contains(.rareScope) ? rareBindings[binding]?.scope ?? .transient : .transient
  }

  package func arguments(of binding: Int) -> [TypeName] { has(.arguments, binding) ? rareBindings[binding]?.arguments ?? [] : [] }
  package func hasDefaults(_ binding: Int) -> Bool { has(.arguments, binding) && rareBindings[binding]?.hasDefaults ?? false }
  package func isolation(of binding: Int) -> String? { has(.isolation, binding) ? rareBindings[binding]?.isolation : nil }
  package func staysOnActor(_ binding: Int) -> Bool { has(.isolation, binding) && rareBindings[binding]?.staysOnActor ?? false }
  package func contribution(of binding: Int) -> Graph.Binding.Contribution? {
    has(.contribution, binding) ? rareBindings[binding]?.contribution : nil
  }

  // Asked first: an optional binding is wide, and code that is made small copies it.
  private func has(_ mark: Marks, _ binding: Int) -> Bool { bindings[binding].marks.contains(mark) }

  /// The number of dependencies of a binding and those after it.
  package func needCount(from binding: Int = 0) -> Int { needs.count - Int(starts[binding]) }

  /// The places of a binding's needs among all dependencies.
  package func places(of binding: Int) -> Range<Int> { Int(starts[binding])..<Int(starts[binding + 1]) }

  /// The key of the dependency at a place, when it is a plain parameter of a bound type; else `nil`.
  func plainNeed(at place: Int) -> Graph.Key? {
    needs[place].map { Graph.Key(type: TypeName($0), name: needNames[place]) }
  }

  /// The need at a place.
  package func need(at place: Int) -> Graph.Need {
    if let key = plainNeed(at: place) { return Graph.Need(key: key) }
    return rareNeeds[place] ?? Graph.Need(key: Graph.Key(type: TypeName(text: "")))
  }

  /// Whether the factory of a binding awaits what the binding only declares: it is asynchronous, and takes a resolver. Other code that resolves such
  /// dependencies is synchronous: factories, hooks and the closures of custom scopes.
  package func awaitsDeclared(_ binding: Int) -> Bool {
    guard bindings[binding].marks.contains(.isAsync) else { return false }
    return places(of: binding).contains { need(at: $0).source == .resolver && need(at: $0).place == .parameter }
  }
}

extension Graph.Need {
  /// The type of a parameter that takes its binding's value unchanged; `nil` for any other dependency.
  fileprivate var plainType: (any Any.Type)? {
    guard source == .bound, place == .parameter, wrappers.isEmpty, !allowsEmpty, problem == nil else { return nil }
    return key.type.type
  }
}
