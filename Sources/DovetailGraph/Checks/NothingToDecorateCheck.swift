// SPDX-License-Identifier: Apache-2.0

/// A decorator that wraps nothing.
enum NothingToDecorateCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.nothingToDecorate

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.wiring.uselessDecorators.filter(subject.isOwn).map { decorator in
      let binding = subject.graph.bindings[decorator]
      return Diagnostic(
        id, .error, "the decorator of \(subject.quoted(decorator)) wraps nothing", at: binding.location,
        similar: subject.nearMisses.texts(for: binding.key, from: binding.module, except: [decorator]),
        help: "bind \(subject.names.key(binding.key)), or remove the decorator")
    }
  }
}
