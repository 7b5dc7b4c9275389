// SPDX-License-Identifier: Apache-2.0

/// A factory that takes the resolver and does not declare its requests, so that no check can see its needs.
enum OpaqueBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.opaqueBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.outline.found.contains(.isOpaque) else { return [] }
    let outline = subject.outline
    return subject.own.filter { outline[$0].marks.contains(.isOpaque) }.compactMap { binding in
      if outline.places(of: binding).contains(where: { outline.need(at: $0).place == .declared }) { return nil }
      let seen = subject.edges.leaving(binding).map { subject.edges.all[$0] }.filter { $0.need == nil }.map(\.to)
      return Diagnostic(
        id, .warning, "what \(subject.quoted(binding)) needs is known only when it is built",
        at: subject.graph.bindings[binding].location,
        notes: subject.lines("asked for so far", seen),
        help: "take the needs as parameters, or declare them with .needs(…)")
    }
  }
}
