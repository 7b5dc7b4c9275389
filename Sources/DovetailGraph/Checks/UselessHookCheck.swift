// SPDX-License-Identifier: Apache-2.0

/// An action on closing, for an instance that no container and no scope holds, or on starting and stopping, for one that the container does not hold: so it
/// never runs.
enum UselessHookCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.uselessHook

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let (outline, hooks): (Outline, Outline.Marks) = (subject.outline, [.closes, .starts])
    guard !outline.found.isDisjoint(with: hooks) else { return [] }
    let hooked = subject.own.filter { !outline[$0].marks.isDisjoint(with: hooks) }
    return hooked.flatMap { binding in
      [
        finding(
          binding, in: subject, if: outline[binding].marks.contains(.closes) && !isClosed(binding, in: subject),
          "has something to do on closing, but nothing that closes holds it",
          help: "make it .in(.singleton) or .in(.scoped(…)), or remove .onClose"),
        finding(
          binding, in: subject, if: outline[binding].marks.contains(.starts) && subject.wiring.scope(of: binding) != .singleton,
          "has something to do when the container starts or stops, but the container does not hold it",
          help: "make it .in(.singleton), or remove .onStart, .onStop and .eager"),
      ].compactMap { $0 }
    }
  }

  private static func isClosed(_ binding: Int, in subject: GraphCheck.Subject) -> Bool {
    switch subject.wiring.scope(of: binding) {
    case .singleton, .scoped: true
    case .transient, .graph, .weak, .custom: false
    }
  }

  private static func finding(
    _ binding: Int, in subject: GraphCheck.Subject, if isUseless: Bool, _ reason: String, help: String
  ) -> Diagnostic? {
    guard isUseless, !subject.outline[binding].marks.contains(.instance) else { return nil }
    return Diagnostic(
      id, .warning, "\(subject.quoted(binding)) \(reason)", at: subject.graph.bindings[binding].location,
      notes: ["it is \(subject.life(of: binding))"], help: help)
  }
}
