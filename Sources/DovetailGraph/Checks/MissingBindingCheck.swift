// SPDX-License-Identifier: Apache-2.0

/// A need, or a root, that nothing answers: one finding for every key, however many ask for it.
enum MissingBindingCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.missingBinding

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.gaps.compactMap { gap in
      guard gap.privateAnswers(in: subject.wiring).isEmpty else { return nil }
      return finding(gap, in: subject)
    }
  }

  private static func finding(_ gap: Gap, in subject: GraphCheck.Subject) -> Diagnostic {
    let names = subject.names
    let end = Diagnostic.Step(key: names.key(gap.key), location: .unknown, note: "")
    let function = names.type(gap.key.type)
    let result = resultOfClosure(function)
    let message =
      result.map { "nothing is bound for '\($0)', which '\(function)' would have to return" }
      ?? "nothing is bound for \(names.quoted(gap.key))"
    var finding = gap.finding(id, message, end: end, in: subject)
    let wanted = result.map { Graph.Key(type: TypeName(text: $0), name: gap.key.name) } ?? gap.key
    let near = subject.nearMisses.found(for: wanted, from: gap.module(in: subject.graph))
    finding.similar = near.texts
    let unread = subject.graph.modules.filter { $0.failure != nil }.map { "'\(names.type($0.name))'" }
    if !unread.isEmpty { finding.notes.append("perhaps bound by \(unread.joined(separator: ", ")), which could not be read") }
    finding.help = help(gap, type: result ?? function, near, in: subject)
    return finding
  }

  private static func help(_ gap: Gap, type: String, _ near: NearMisses.Found, in subject: GraphCheck.Subject) -> String {
    if gap.key.type.isDynamic {
      let place = gap.module(in: subject.graph).flatMap { subject.module($0) }
      return "add NamedBind(\(type.quoted), …) to \(place ?? "a module"), or correct the name"
    }
    let isProtocol = type.hasPrefix("any ")
    let isPlain = isPlain(gap.key.type)
    var bind = isProtocol ? "Bind((\(type)).self, …)" : isPlain ? "Bind(\(type).self) { … }" : "Bind(\(type).init)"
    if let substitute = near.substitute, let other = handedOut(substitute, for: gap, in: subject) {
      bind = "Bind(\(isProtocol ? "(\(type))" : type).self) { (it: \(other)) in it }"
    }
    if let name = gap.key.name { bind += ".named(\(name.quoted))" }
    let place = gap.module(in: subject.graph).flatMap { subject.module($0) }
    var ways = ["add \(bind) to \(place ?? "a module")"]
    if let namesake = near.namesake, let way = naming(namesake, for: gap, in: subject) { ways.append(way) }
    if let first = gap.askers.first {
      let need = subject.graph.bindings[first.binding].needs[first.need]
      if need.place == .parameter, need.wrappers.isEmpty, type == subject.names.type(need.key.type) {
        if isPlain { ways.append("say .arguments(\(type).self) if the caller gives it") }
        ways.append("make the need optional: \(isProtocol ? "(\(type))" : type)?")
      }
    }
    return ways.dropLast().joined(separator: ", ") + (ways.count > 1 ? ", or " : "") + ways[ways.count - 1]
  }

  /// How to mean a binding of the very type that has another name; `nil` when whoever asks does not see it.
  private static func naming(_ namesake: Int, for gap: Gap, in subject: GraphCheck.Subject) -> String? {
    let bound = subject.graph.bindings[namesake]
    let asker = gap.askers.first.map { subject.graph.bindings[$0.binding] }
    guard bound.contribution == nil, !bound.isPrivate || bound.module == asker?.module, bound.level <= asker?.level ?? .max
    else { return nil }
    guard let first = gap.askers.first else {
      return bound.key.name.map { "ask for the one named \($0.quoted)" } ?? "ask for it without a name"
    }
    let taker = subject.quoted(first.binding)
    guard let name = bound.key.name else { return "leave out the name if \(taker) means the plain one" }
    return
      "say .needs(\(subject.names.type(bound.key.type)).self, named: \(name.quoted)) on the bind of \(taker) if it means that one"
  }

  /// Whether the type is the standard library's: it says nothing of the value, no initialiser of it is meant, and often the caller has it.
  private static func isPlain(_ type: TypeName) -> Bool { type.qualified.hasPrefix("Swift.") }

  /// The type of a binding that may be bound a second time, as what is missing; `nil` when that would not do.
  private static func handedOut(_ substitute: Int, for gap: Gap, in subject: GraphCheck.Subject) -> String? {
    let bound = subject.graph.bindings[substitute]
    guard let asker = gap.askers.first.map({ subject.graph.bindings[$0.binding] }), bound.level == asker.level else { return nil }
    guard gap.key.name == nil, bound.arguments.isEmpty, bound.contribution == nil, !bound.isPrivate else { return nil }
    return subject.names.type(bound.key.type)
  }

  /// `Radio` for `() -> Radio`: a closure is made from what it returns, and it is that which is missing.
  private static func resultOfClosure(_ type: String) -> String? {
    var plain = type[...]
    for attribute in ["nonisolated(nonsending) ", "@MainActor ", "@Sendable "] where plain.hasPrefix(attribute) {
      plain = plain.dropFirst(attribute.count)
    }
    for start in ["() -> ", "() throws -> ", "() async -> ", "() async throws -> "] where plain.hasPrefix(start) {
      return String(plain.dropFirst(start.count))
    }
    return nil
  }
}
