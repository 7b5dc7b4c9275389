// SPDX-License-Identifier: Apache-2.0

/// A weak scope for a type whose values cannot be referenced weakly.
///
/// Only types that are certainly not objects are reported: an existential may hold one.
enum UnshareableValueCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.unshareableValue

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.outline.found.contains(.weak) else { return [] }
    let outline = subject.outline
    return subject.own.compactMap { binding in
      guard outline[binding].marks.contains(.weak), outline[binding].marks.isDisjoint(with: [.instance, .decorator, .input])
      else {
        return nil
      }
      let name = outline.key(of: binding).type
      guard let type = name.type else { return nil }
      if TypeRelations.isClass(type) || TypeRelations.isExistential(type) { return nil }
      return Diagnostic(
        id, .error, "\(subject.quoted(binding)) is weak, but is no class, so it cannot be held weakly",
        at: subject.graph.bindings[binding].location,
        help: "use .in(.singleton) or .in(.graph), or make \(subject.names.type(name)) a class")
    }
  }
}
