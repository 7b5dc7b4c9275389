// SPDX-License-Identifier: Apache-2.0

/// A binding that hides another one, or contributions, without an override.
enum ShadowedBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.shadowedBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    hiddenParents(in: subject) + hiddenPublics(in: subject) + hiddenContributions(in: subject)
  }

  /// A child's bind of a key that a parent binds.
  private static func hiddenParents(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard subject.level > 0 else { return [] }
    return subject.own.compactMap { binding in
      guard subject.outline[binding].marks.isDisjoint(with: [.decorator, .contribution, .isOverride, .isPrivate]),
        let hidden = subject.wiring.binding(for: subject.outline.key(of: binding), level: subject.level - 1)
      else { return nil }
      let isInput = subject.outline[binding].marks.contains(.input)
      let own = isInput ? "\(subject.quoted(binding)), \(subject.life(of: binding))," : subject.quoted(binding)
      return finding(
        binding, "\(own) hides the parent's \(word(hidden, in: subject)) of the same key", hidden,
        help: isInput
          ? "give the input a type of its own, so that both can be asked for"
          : "add .override if that is meant; what the parent builds keeps its own", in: subject)
    }
  }

  /// A private bind of a key that a public one answers everywhere else.
  private static func hiddenPublics(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard !subject.wiring.privates.isEmpty else { return [] }
    // An override that replaces nothing is reported as that; most likely it was to replace the private one.
    let useless = Set(subject.wiring.uselessOverrides)
    return subject.own.compactMap { binding in
      let marks = subject.outline[binding].marks
      guard marks.contains(.isPrivate), !marks.contains(.isOverride) else { return nil }
      let key = subject.outline.key(of: binding)
      guard let hidden = subject.wiring.binding(for: key), hidden != binding, !useless.contains(hidden) else {
        return nil
      }
      let module = subject.module(of: binding) ?? "its module"
      return finding(
        binding,
        "the private \(subject.quoted(binding)) hides the public \(word(hidden, in: subject)) of the same key in \(module)",
        hidden,
        help: "give the private one a name, or remove it", in: subject)
    }
  }

  private static func word(_ binding: Int, in subject: GraphCheck.Subject) -> String {
    subject.outline[binding].marks.contains(.input) ? "input" : "bind"
  }

  private static func finding(
    _ binding: Int, _ message: String, _ hidden: Int, help: String, in subject: GraphCheck.Subject
  ) -> Diagnostic {
    Diagnostic(
      id, .warning, message,
      at: subject.graph.bindings[binding].location,
      notes: ["hidden: \(subject.mention(hidden))"], help: help)
  }

  /// A bind of `[T]` itself beside contributions to `[T]`. Found through the bindings that need it.
  private static func hiddenContributions(in subject: GraphCheck.Subject) -> [Diagnostic] {
    guard !subject.wiring.parts.isEmpty else { return [] }
    var reported: Set<Int> = []
    return subject.edges.all.compactMap { edge in
      guard let index = edge.need, subject.isOwn(edge.from) || subject.isOwn(edge.to) else { return nil }
      let link = subject.wiring.linked[edge.from][index]
      guard case .binding = link.target else { return nil }
      let wrappers = subject.outline.need(index, of: edge.from).wrappers
      guard link.depth < wrappers.count, [.collection, .dictionary].contains(wrappers[link.depth].form),
        let hidden = subject.wiring.parts[wrappers[link.depth].key], reported.insert(edge.to).inserted
      else { return nil }
      return Diagnostic(
        id, .warning, "\(subject.quoted(edge.to)) is bound itself, which hides what contributes to it",
        at: subject.graph.bindings[edge.to].location,
        notes: subject.lines("hidden", hidden),
        help: "remove the bind, or .contribute() it as well")
    }
  }
}
