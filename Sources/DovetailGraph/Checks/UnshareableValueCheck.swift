// SPDX-License-Identifier: Apache-2.0

/// A weak scope for a type whose values nobody can hold weakly.
///
/// Only what is known to be no object is reported: an existential may hold one.
enum UnshareableValueCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.unshareableValue

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let graph = subject.graph
    return subject.own.filter { graph.bindings[$0].scope == .weak && graph.bindings[$0].role == .factory }.compactMap { binding in
      let name = subject.graph.bindings[binding].key.type
      guard let type = name.type else { return nil }
      if TypeRelations.isClass(type) || TypeRelations.isExistential(type) { return nil }
      return Diagnostic(
        id, .error, "\(subject.quoted(binding)) is weak, but is no class, so nobody can hold it weakly",
        at: subject.graph.bindings[binding].location,
        help: "use .in(.singleton) or .in(.graph), or make \(subject.names.type(name)) a class")
    }
  }
}
