// SPDX-License-Identifier: Apache-2.0

/// An override that replaces nothing, most likely because the original changed its key or is gone.
enum NothingToOverrideCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.nothingToOverride

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.wiring.uselessOverrides.filter(subject.isOwn).map { override in
      let binding = subject.graph.bindings[override]
      guard let contribution = binding.contribution else {
        let near = subject.nearMisses.found(for: binding.key, from: binding.module, except: [override])
        return Diagnostic(
          id, .error, "the override of \(subject.quoted(override)) replaces nothing", at: binding.location,
          similar: near.texts, help: help(override, near, in: subject))
      }
      return part(override, contribution, in: subject)
    }
  }

  private static func help(_ override: Int, _ near: NearMisses.Found, in subject: GraphCheck.Subject) -> String {
    let binding = subject.graph.bindings[override]
    var help = "correct the type or name"
    if let home = privateHome(of: override, in: subject) {
      help = "say .override(in: \(subject.names.type(home)).self), for which it is private"
    } else if let general = near.general {
      let type = subject.names.type(subject.graph.bindings[general].key.type)
      help = "bind it as what it is to replace, Bind(\(type.hasPrefix("any ") ? "(\(type))" : type).self, …)"
    }
    // A rebuilt container needs no .override: every given bind is an override.
    guard binding.layer > 0 else { return help + ", or remove .override" }
    return help + "; make it .private if it only helps another override; bind what is new in a module or a child of the container"
  }

  /// The type of a module that keeps a bind of the key private; `nil` when there is none with a type name.
  private static func privateHome(of override: Int, in subject: GraphCheck.Subject) -> TypeName? {
    let modules = subject.graph.modules
    let answers = subject.privateAnswers[subject.outline.key(of: override)] ?? []
    return answers.lazy.filter { subject.isOwn($0) && $0 != override }
      .map { subject.outline[$0].module }.filter(modules.indices.contains)
      .map { modules[$0].name }.first { $0.type != nil }
  }

  private static func part(_ override: Int, _ own: Graph.Binding.Contribution, in subject: GraphCheck.Subject) -> Diagnostic {
    let binding = subject.graph.bindings[override]
    let type = subject.names.type(binding.key.type)
    guard let key = own.mapKey else {
      return Diagnostic(
        id, .error, "a contribution to [\(type)] without a key cannot say which other one it replaces", at: binding.location,
        help: "give both the same key: .contribute(key:)")
    }
    let parts = (subject.wiring.parts[binding.key] ?? []).filter { $0 != override }
    let keys = parts.compactMap { subject.graph.bindings[$0].contribution?.mapKey }
    let similar = Spelling.closest(to: key, in: keys).compactMap { close in
      parts.first { subject.graph.bindings[$0].contribution?.mapKey == close }.map { part in
        "the key \(close.quoted) of \(subject.mention(part))"
      }
    }
    return Diagnostic(
      id, .error, "no contribution \(key.quoted) to [String: \(type)] is there to be replaced", at: binding.location,
      similar: similar, help: "correct the key, or remove .override")
  }
}
