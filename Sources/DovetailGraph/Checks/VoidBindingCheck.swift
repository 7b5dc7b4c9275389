// SPDX-License-Identifier: Apache-2.0

/// A closure that returns nothing: one of several statements without `return`, as a rule.
enum VoidBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.voidBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    // Most graphs bind no such type, and nothing is missing: two look-ups.
    let isBound = keys.contains { subject.wiring.binding(for: $0) != nil }
    guard isBound || !subject.gaps.isEmpty else { return [] }
    return subject.own.filter { isVoid(subject.outline.key(of: $0)) }.map { binding in
      Diagnostic(
        id, .error, "the closure of this bind returns nothing, so it binds 'Void'", at: subject.graph.bindings[binding].location,
        help: "write return before its value: a closure of several statements returns nothing without it")
    }
  }

  static func isVoid(_ key: Graph.Key) -> Bool { keys.contains { $0.type == key.type } }

  /// As a program binds it, and as a file has it.
  private static let keys = [TypeName(Void.self), TypeName(text: TypeName(Void.self).qualified)].map { Graph.Key(type: $0) }
}
