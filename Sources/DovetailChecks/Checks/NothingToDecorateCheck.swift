// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A decorator that wraps nothing, or not all values of its type: contributions are not wrapped.
  func nothingToDecorateFindings() -> [Diagnostic] {
    let useless = wiring.uselessDecorators.filter(isOwn).map { decorator -> Diagnostic in
      let parts = partsBeside(decorator)
      return finding(
        .nothingToDecorate, "the decorator of \(quoted(decorator)) wraps nothing", at: decorator,
        notes: lines("only contributed", parts), similar: parts.isEmpty ? nearMisses(insteadOf: decorator).texts : [],
        help: parts.isEmpty ? help(for: key(of: decorator)) : wrapping(parts))
    }
    if wiring.parts.isEmpty { return useless }
    // A child's contributions are beside its parent's decorators too.
    let decorators = (0..<graph.bindings.count).filter { graph.bindings[$0].role == .decorator && wiring.isActive($0) }
    return useless
      + decorators.compactMap { decorator in
        let parts = partsBeside(decorator)
        guard !parts.isEmpty, isOwn(decorator) || parts.contains(where: isOwn) else { return nil }
        return finding(
          .nothingToDecorate, as: .warning, "the decorator of \(quoted(decorator)) does not wrap what is contributed",
          at: decorator,
          notes: lines("contributed", parts), help: wrapping(parts))
      }
  }

  private func help(for key: Graph.Key) -> String {
    privateAnswers[key] == nil
      ? "bind \(names.key(key)), or remove the decorator"
      : "a decorator wraps no .private binding: wrap the value in the closure of its binding, or let that binding be seen"
  }

  private func wrapping(_ parts: [Int]) -> String {
    "wrap each part in the closure of its binding; "
      + (parts.allSatisfy(isOwn)
        ? "where a binding has .contribute(to:), decorate the type of that binding"
        : "what a parent contributes is wrapped in the parent's modules")
  }

  /// The contributions of a decorator's key, except those that take the decorated value.
  private func partsBeside(_ decorator: Int) -> [Int] {
    let key = key(of: decorator)
    return wiring.parts(of: key, in: graph.bindings[decorator].module, level: level).filter { part in
      !wiring.links[part].contains { link in
        link.bindings.contains { self.key(of: $0) == key && graph.bindings[$0].role == .decorator }
      }
    }
  }
}
