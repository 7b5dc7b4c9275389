// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A factory that takes the resolver and does not declare its resolutions, so that no check can see its dependencies.
  func opaqueBindingFindings() -> [Diagnostic] {
    own.filter { graph.bindings[$0].isOpaque }.compactMap { binding in
      if needs(of: binding).contains(where: { $0.place == .declared }) { return nil }
      let seen = edges.leaving(binding).filter { edges.all[$0].need == nil }.map { edges.all[$0].to }
      return finding(
        .opaqueBinding, as: .warning, "what \(quoted(binding)) needs is known only when it is built", at: binding,
        notes: lines("resolved so far", seen), help: opaqueHelp(key(of: binding)))
    }
  }

  /// What to write; a binding by a name alone has no '.needs'.
  private func opaqueHelp(_ key: Graph.Key) -> String {
    if key.type.isDynamic {
      return "name the dependencies: NamedBind(\(key.type.description.quoted), needs: […]) { values in … }"
    }
    return "take the dependencies as parameters, or declare them with .needs(…)"
  }
}
