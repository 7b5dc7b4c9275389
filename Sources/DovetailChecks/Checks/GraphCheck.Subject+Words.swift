// SPDX-License-Identifier: Apache-2.0

/// The words of diagnostics for bindings. One place, for consistent texts.
extension GraphCheck.Subject {
  /// A binding with its place: `Workshop (Workshop.swift:8)`; an input, which has none, with its scope type.
  package func mention(_ binding: Int) -> String {
    names.key(key(of: binding)) + location(of: binding).inParentheses
      + (graph.bindings[binding].role == .input ? ", \(life(of: binding))" : "")
  }

  /// The key of a binding inside a sentence: `'Wheel' named "spare"`.
  func quoted(_ binding: Int) -> String { names.quoted(key(of: binding)) }

  /// The modifier for the name of a key; empty for a plain one.
  func named(_ key: Graph.Key) -> String { key.name.map { ".named(\($0.quoted))" } ?? "" }

  /// The type of a binding.
  func type(of binding: Int) -> String { names.type(key(of: binding).type) }

  /// The lifetime of a binding's instance, in words.
  package func life(of binding: Int) -> String {
    let (role, scope) = (graph.bindings[binding].role, scope(of: binding))
    if role == .instance, scope == .singleton { return "instance" }
    if role == .input, case .scoped(let kind) = scope { return "input of \(names.type(kind))" }
    return names.scope(scope) + (role == .decorator ? " decorator" : "")
  }

  /// The module that declares a binding; `nil` when it is not in the graph.
  package func module(of binding: Int) -> String? { home(of: binding).map { names.type($0.name) } }

  /// A binding as a step on a path.
  ///
  /// - Parameters:
  ///   - binding: The binding.
  ///   - edge: The form of the next step; mentioned only if that is not a plain need.
  func step(_ binding: Int, taking edge: Edges.Edge? = nil) -> Diagnostic.Step {
    var note = life(of: binding)
    if graph.bindings[binding].role != .input, let module = module(of: binding) { note += " in \(module)" }
    var step = Diagnostic.Step(key: names.key(key(of: binding)), location: location(of: binding), note: note)
    guard let edge else { return step }
    if let taken = need(of: edge)?.key {
      if taken != key(of: edge.to) { step.note += ", takes \(names.type(taken.type))" }
    } else {
      step.note += ", resolved at run time"
    }
    return step
  }

  /// The steps of a route. Without edges its start is its end.
  package func steps(_ route: [Edges.Edge], endingAt end: Int) -> [Diagnostic.Step] {
    route.map { step($0.from, taking: $0) } + [step(end)]
  }

  /// The shortest path from a root to a binding, that binding included.
  package func path(to binding: Int) -> [Diagnostic.Step] { steps(routes.route(to: binding, over: edges), endingAt: binding) }

  /// A line for each binding, with a last line for those beyond the first dozen.
  func lines(_ title: String, _ bindings: [Int]) -> [String] {
    let shown = bindings.prefix(12).map { "\(title): \(mention($0))" }
    return bindings.count > 12 ? shown + ["\(title): \(bindings.count - 12) more"] : shown
  }

  /// The need of an edge, if the needing binding can choose its type; a decorator has to take the value that it wraps.
  func changeableNeed(of edge: Edges.Edge) -> Graph.Need? {
    need(of: edge).flatMap { $0.source == .bound && $0.place != .declared ? $0 : nil }
  }

  /// The dependency that resolves a binding whenever it is called: one that awaits, where each value is made asynchronously.
  func provider(of binding: Int) -> String {
    graph.bindings[binding].isAsync && scope(of: binding).isUnshared ? "AsyncProvider" : "Provider"
  }

  /// The change of a dependency that has no type, only a name; `nil` for all others.
  func namedProvider(insteadOf need: Graph.Need) -> String? {
    guard need.key.type.isDynamic else { return nil }
    let name = names.type(need.key.type)
    // A name that is bound is no provider.
    let isBound = wiring.binding(for: Graph.Key(dynamic: name + "Provider")) != nil
    return "\((name + (isBound ? " Provider" : "Provider")).quoted) instead of \(name.quoted)"
  }
}
