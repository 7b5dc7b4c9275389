// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A binding with run-time arguments that is resolved with others or with none, or arguments for a binding that takes none.
  func wrongArgumentsFindings() -> [Diagnostic] {
    own.filter { !graph.bindings[$0].arguments.isEmpty }.compactMap(sharedFinding)
      + edges.all.compactMap { edge in
        guard isOwn(edge.from), let need = edge.need else { return nil }
        // As nearly always: a plain dependency on what takes no arguments.
        let takesNone = graph.bindings[wiring.base(of: edge.to)].arguments.isEmpty
        if takesNone, graph.bindings[edge.from].needs[need].wrappers.isEmpty { return nil }
        return graph.bindings[edge.from].needs[need].source == .bound ? mismatch(edge) : nil
      }
  }

  private func mismatch(_ edge: Edges.Edge) -> Diagnostic? {
    let layers = layers(of: edge)
    let giver = layers.last { $0.form == .factory && !$0.arguments.isEmpty }
    // The arguments of a decorated binding are those of its decorator.
    let asked = wiring.base(of: edge.to)
    let base = giver == nil ? asked : wiring.taker(ofArgumentsFor: asked)
    let (given, expected) = (giver?.arguments ?? [], graph.bindings[base].arguments)
    // Code with a resolver gives the arguments itself.
    let isGivenInCode = need(of: edge)?.place == .declared && !edge.isDeferred && !isOfScope(edge)
    if giver == nil, isGivenInCode || graph.bindings[base].hasDefaults { return nil }
    // Only the innermost layer reaches the binding: a factory of a provider hands its arguments to the provider.
    if giver == nil || layers.last?.form == .factory, given == expected { return giver.flatMap { _ in ignored(given, edge) } }
    let takes = expected.isEmpty ? "takes no arguments" : "takes the arguments \(names.list(expected))"
    // What stands between, a provider for example, is given them.
    let gives =
      if let giver, given == expected { "gives them to \(names.quoted(giver.key))" } else {
        given.isEmpty ? "gives none" : "gives \(names.list(given))"
      }
    let right = deferred(expected.isEmpty ? provider(of: edge.to) : "Factory", edge, expected)
    return finding(
      .wrongArguments, "\(quoted(edge.to)) \(takes), but \(quoted(edge.from)) \(gives)", along: edge,
      help: "let \(quoted(edge.from)) take \(right) instead of \(need(of: edge).map { names.type($0.key.type) } ?? "")")
  }

  /// The right arguments, for a shared instance, which is made with its defaults or the first caller's arguments.
  private func ignored(_ given: [TypeName], _ edge: Edges.Edge) -> Diagnostic? {
    let base = wiring.base(of: edge.to)
    guard scope(of: base) != .transient, graph.bindings[base].hasDefaults else { return nil }
    return finding(
      .wrongArguments,
      "\(quoted(edge.to)) is \(life(of: base)), but \(quoted(edge.from)) gives \(names.list(given)): the first caller's arguments "
        + "would be kept", along: edge,
      help: "let \(quoted(edge.from)) take \(deferred(provider(of: edge.to), edge)), or make it .in(.transient), so that "
        + "every call makes its own")
  }

  /// A shared instance would keep the arguments of its first resolution.
  private func sharedFinding(_ binding: Int) -> Diagnostic? {
    guard scope(of: binding) != .transient, !graph.bindings[binding].hasDefaults else { return nil }
    return finding(
      .wrongArguments,
      "\(quoted(binding)) takes the arguments \(names.list(graph.bindings[binding].arguments)), but is \(life(of: binding)): the first "
        + "caller's arguments would be kept", at: binding,
      help: "make it .in(.transient), so that every call makes its own, or take what is shared as a dependency")
  }
}
