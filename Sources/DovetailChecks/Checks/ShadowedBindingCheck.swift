// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A binding that hides another one, or contributions, without an override.
  func shadowedBindingFindings() -> [Diagnostic] {
    (level > 0 ? findings(about: own, hiddenParent) : []) + findings(.isPrivate, hiddenPublic) + hiddenContributions()
  }

  /// A child's bind of a key that a parent binds.
  private func hiddenParent(_ binding: Int) -> Diagnostic? {
    guard outline[binding].marks.isDisjoint(with: [.decorator, .contribution, .isOverride, .isPrivate]),
      let hidden = wiring.binding(for: key(of: binding), level: level - 1)
    else { return nil }
    let isInput = outline[binding].marks.contains(.input)
    let own = isInput ? "\(quoted(binding)), \(life(of: binding))," : quoted(binding)
    return hidingFinding(
      binding, "\(own) hides the parent's \(word(hidden)) of the same key", [hidden],
      help: isInput
        ? "give the input a type of its own, so that both can be asked for"
        : "add .override if that is meant; what the parent builds keeps its own")
  }

  /// A private bind of a key that a public one answers everywhere else.
  private func hiddenPublic(_ binding: Int) -> Diagnostic? {
    // An override that replaces nothing is reported as that; most likely it was to replace the private one.
    guard outline[binding].marks.isDisjoint(with: [.isOverride, .contribution]),
      let hidden = wiring.binding(for: key(of: binding)), hidden != binding, !wiring.uselessOverrides.contains(hidden)
    else { return nil }
    let module = module(of: binding) ?? "its module"
    return hidingFinding(
      binding, "the private \(quoted(binding)) hides the public \(word(hidden)) of the same key in \(module)", [hidden],
      help: "give the private one a name, or remove it")
  }

  private func word(_ binding: Int) -> String { outline[binding].marks.contains(.input) ? "input" : "bind" }

  private func hidingFinding(_ binding: Int, _ message: String, _ hidden: [Int], help: String) -> Diagnostic {
    finding(.shadowedBinding, as: .warning, message, at: binding, notes: lines("hidden", hidden), help: help)
  }

  /// A bind of `[T]` itself beside contributions to `[T]`. Found through the bindings that need it.
  private func hiddenContributions() -> [Diagnostic] {
    guard !wiring.parts.isEmpty else { return [] }
    var reported: Set<Int> = []
    return edges.all.compactMap { edge in
      guard isOwn(edge.from) || isOwn(edge.to), let need = need(of: edge) else { return nil }
      let rest = need.wrappers.dropFirst(layers(of: edge).count)
      guard let wrapper = rest.first, [.collection, .dictionary].contains(wrapper.form),
        !reported.contains(edge.to), case .binding = wiring.link(need, of: edge.from).target,
        case let (home, key) = (outline[edge.from].place, wrapper.key),
        case let hidden = wiring.parts(of: key, in: home.module, level: home.level), !hidden.isEmpty
      else { return nil }
      reported.insert(edge.to)
      return hidingFinding(
        edge.to, "\(quoted(edge.to)) is bound itself, which hides what contributes to it", hidden,
        help: "remove the bind, or .contribute() it as well")
    }
  }
}
