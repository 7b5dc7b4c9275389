// SPDX-License-Identifier: Apache-2.0

/// Something to do on closing, for an instance that no container and no scope holds, and so never closes.
enum UselessHookCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.uselessHook

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.own.compactMap { binding in
      guard subject.graph.bindings[binding].closes, subject.graph.bindings[binding].role != .instance else { return nil }
      switch subject.wiring.scope(of: binding) {
      case .singleton, .scoped: return nil
      case .transient, .graph, .weak, .custom: break
      }
      return Diagnostic(
        id, .warning, "\(subject.quoted(binding)) has something to do on closing, but nothing that closes holds it",
        at: subject.graph.bindings[binding].location,
        notes: ["it is \(subject.life(of: binding))"],
        help: "make it .in(.singleton) or .in(.scoped(…)), or remove .onClose")
    }
  }
}
