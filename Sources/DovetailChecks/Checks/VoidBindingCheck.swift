// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A closure that returns nothing: one of several statements without `return`, as a rule.
  func voidBindingFindings() -> [Diagnostic] {
    own.compactMap { binding in
      guard ![.instance, .input].contains(graph.bindings[binding].role), isVoid(binding) else { return nil }
      return finding(
        .voidBinding, "the closure of this binding returns nothing, so it binds 'Void'", at: binding,
        help: "write return before its value: a closure of several statements returns nothing without it")
    }
  }

  func isVoid(_ binding: Int) -> Bool { key(of: binding).type == TypeName(Void.self) }
}
