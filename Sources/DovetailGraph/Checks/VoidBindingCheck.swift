// SPDX-License-Identifier: Apache-2.0

/// A closure that returns nothing: one of several statements without `return`, as a rule.
enum VoidBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.voidBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    // One look-up for a graph that binds no such type, and where nothing is missing.
    let isBound = subject.wiring.binding(for: Graph.Key(type: TypeName(Void.self))) != nil
    guard isBound || !subject.gaps.isEmpty else { return [] }
    return subject.own.compactMap { binding in
      let isMade = subject.outline[binding].marks.isDisjoint(with: [.instance, .input])
      guard isMade, isVoid(subject.outline.key(of: binding)) else { return nil }
      return Diagnostic(
        id, .error, "the closure of this bind returns nothing, so it binds 'Void'", at: subject.graph.bindings[binding].location,
        help: "write return before its value: a closure of several statements returns nothing without it")
    }
  }

  static func isVoid(_ key: Graph.Key) -> Bool { key.type == TypeName(Void.self) }
}
