// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Bindings that would have to be built before themselves: one diagnostic for every group of them.
  func dependencyCycleFindings() -> [Diagnostic] {
    guard depths.hasLoop else { return [] }
    return wiring.tangles(over: edges).filter { $0.loop.contains { isOwn($0.from) } }.map { tangle in
      let (cycle, first) = (tangle.loop, tangle.loop[0])
      let others = cycle.count == 2 ? " and \(quoted(first.to)) need each other before either" : " needs itself before it"
      return finding(
        .dependencyCycle, "\(quoted(first.from))\(others) is built", at: first.from, path: steps(cycle, endingAt: first.from),
        notes: lines("also in a cycle with these", tangle.others), help: help(cycle))
    }
  }

  /// Names the first edge whose type the needing binding can choose; a decorator has to take the value that it wraps. A binding that may only pass on what it
  /// takes comes last: it would resolve a provider at once.
  private func help(_ cycle: [Edges.Edge]) -> String {
    if cycle.count == 1, let wrapper = wrapper(insteadOf: cycle[0]) { return wrapper }
    let changeable = cycle.filter { changeableNeed(of: $0) != nil }
    let first = changeable.first { !passesOn($0.from) }
    if first == nil, cycle.contains(where: { need(of: $0)?.place == .declared && !isOfScope($0) }) {
      return "let one of them declare a Provider of the other, as .needs(Provider<…>.self), and resolve it after it was built"
    }
    guard let edge = first ?? changeable.first, let taken = changeableNeed(of: edge) else {
      return "let one of them resolve the other after it was built"
    }
    if let change = namedProvider(insteadOf: taken) { return "let \(quoted(edge.from)) need \(change)" }
    let type = names.type(taken.key.type)
    let otherWay = taken.place == .property ? ", or find it as a relative with .reference" : ""
    return "let \(quoted(edge.from)) take \(provider(of: edge.to))<\(type)> or Lazy<\(type)> instead of \(type)" + otherWay
  }

  /// Whether a binding takes one value that could be its own: that of a subclass, of a type that conforms, of another protocol, or of the binding whose part it
  /// is.
  func passesOn(_ binding: Int) -> Bool {
    let needs = needs(of: binding)
    guard needs.count == 1, needs[0].place == .parameter, graph.bindings[binding].role == .factory,
      wiring.links[binding][0].plain != nil
    else { return false }
    if graph.bindings[binding].contribution != nil { return true }
    guard let own = key(of: binding).type.type, let other = needs[0].key.type.type else { return false }
    return TypeRelations.inherits(other, from: own)
      || TypeRelations.isExistential(own) && (TypeRelations.isExistential(other) || TypeRelations.conforms(other, to: own))
  }

  /// A type in the form for a parameter of a closure.
  private func parameter(_ type: TypeName) -> String {
    let text = names.type(type)
    return FunctionText(text) == nil ? text : "@escaping \(text)"
  }

  /// What to write instead of a binding that takes what it replaces or hides, a decorator where one can wrap that; `nil` when there is no such binding.
  private func wrapper(insteadOf edge: Edges.Edge) -> String? {
    let (binding, key) = (edge.from, key(of: edge.from))
    let level = graph.bindings[binding].level
    let hidden = level > 0 ? wiring.binding(for: key, level: level - 1) : nil
    guard isPlainAnswer(binding), !key.type.isDynamic, need(of: edge)?.key == key,
      let old = (wiring.replaces[binding] ?? hidden).map(wiring.base)
    else { return nil }
    // A decorator wraps nothing private, and would take what is made asynchronously each time.
    if graph.bindings[binding].isPrivate || graph.bindings[old].isPrivate
      || graph.bindings[old].isAsync && scope(of: old).isUnshared
    {
      return "an override cannot take what it replaces: make that value in its own closure"
    }
    let type = type(of: binding)
    let others = needs(of: binding).filter { $0.place == .parameter && $0.source == .bound && $0.key != key }
    let names = others.count == 1 ? ["other"] : others.indices.map { "other\($0 + 1)" }
    let parameters = ["inner: \(parameter(key.type))"] + zip(names, others).map { "\($0): \(parameter($1.key.type))" }
    return "an override cannot take what it replaces; wrap that instead: "
      + "Decorate(\(grouped(type)).self) { \(others.isEmpty ? "inner" : "(\(parameters.joined(separator: ", ")))") in … }\(named(key))"
  }
}
