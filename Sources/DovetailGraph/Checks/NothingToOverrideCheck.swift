// SPDX-License-Identifier: Apache-2.0

/// An override that replaces nothing, most likely because the original changed its key or is gone.
enum NothingToOverrideCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.nothingToOverride

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.wiring.uselessOverrides.filter(subject.isOwn).map { override in
      let binding = subject.graph.bindings[override]
      guard let contribution = binding.contribution else {
        return Diagnostic(
          id, .error, "the override of \(subject.quoted(override)) replaces nothing", at: binding.location,
          similar: subject.nearMisses.texts(for: binding.key, from: binding.module, except: override),
          help: "correct the type or name, or remove .override")
      }
      return part(override, contribution, in: subject)
    }
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
