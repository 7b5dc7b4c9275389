// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A weak scope for a type whose values cannot be referenced weakly.
  ///
  /// Only types that are certainly not objects are reported: an existential may hold one.
  func unshareableValueFindings() -> [Diagnostic] {
    own.filter { graph.bindings[$0].scope == .weak }.compactMap { binding in
      guard ![.decorator, .input].contains(graph.bindings[binding].role),
        let type = key(of: binding).type.type, !TypeRelations.isClass(type), !TypeRelations.isExistential(type)
      else { return nil }
      let (own, canBeClass) = (self.type(of: binding), !isOfLibrary(key(of: binding).type) && !TypeRelations.isEnum(type))
      return finding(
        .unshareableValue, "\(quoted(binding)) is weak, but is no class, so it cannot be held weakly", at: binding,
        help: "use .in(.singleton) or .in(.graph)\(canBeClass && isNamed(own) ? ", or make \(own) a class" : "")")
    }
  }
}
