// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A binding that hides another one, or contributions, without an override.
  func shadowedBindingFindings() -> [Diagnostic] {
    let useless = Set(wiring.uselessOverrides)
    return (level > 0 ? own.compactMap(hiddenParent) : [])
      + own.filter { graph.bindings[$0].isPrivate }.compactMap { hiddenPublic($0, useless) }
      + hiddenContributions()
  }

  /// A child's binding of a key that a parent binds.
  private func hiddenParent(_ binding: Int) -> Diagnostic? {
    guard isPlainAnswer(binding), !graph.bindings[binding].isOverride, !graph.bindings[binding].isPrivate,
      let hidden = wiring.binding(for: key(of: binding), level: level - 1)
    else { return nil }
    let isInput = graph.bindings[binding].role == .input
    let own = isInput ? "\(quoted(binding)), \(life(of: binding))," : quoted(binding)
    return hidingFinding(
      binding, "\(own) hides the parent's \(word(hidden)) of the same key", [hidden],
      help: isInput
        ? "give the input a type of its own, so that both can be resolved"
        : "add .override if that is meant; what the parent builds keeps its own")
  }

  /// A private binding of a key that a public one answers everywhere else.
  private func hiddenPublic(_ binding: Int, _ uselessOverrides: Set<Int>) -> Diagnostic? {
    // An override that replaces nothing is reported as that; most likely it was to replace the private one.
    guard !graph.bindings[binding].isOverride, graph.bindings[binding].contribution == nil,
      let hidden = wiring.binding(for: key(of: binding)), hidden != binding, !uselessOverrides.contains(hidden)
    else { return nil }
    let module = module(of: binding) ?? "its module"
    return hidingFinding(
      binding, "the private \(quoted(binding)) hides the public \(word(hidden)) of the same key in \(module)", [hidden],
      help: "give the private one \(key(of: binding).name == nil ? "a" : "another") name, or remove it")
  }

  private func word(_ binding: Int) -> String { graph.bindings[binding].role == .input ? "input" : "binding" }

  private func hidingFinding(_ binding: Int, _ message: String, _ hidden: [Int], help: String) -> Diagnostic {
    finding(.shadowedBinding, as: .warning, message, at: binding, notes: lines("hidden", hidden), help: help)
  }

  /// A binding of `[T]` or `[String: T]` itself beside contributions to it, and then a binding of `[Provider<T>]` and the like, which is found through the bindings
  /// that need it.
  private func hiddenContributions() -> [Diagnostic] {
    guard !wiring.parts.isEmpty else { return [] }
    var reported: Set<Int> = []
    let elements = Dictionary(
      wiring.parts.keys.flatMap { element in element.collections.map { ($0, element) } }, uniquingKeysWith: { first, _ in first })
    let lists = (0..<graph.bindings.count).compactMap { binding -> Diagnostic? in
      guard isPlainAnswer(binding), wiring.isActive(binding),
        case let (key, home) = (key(of: binding), graph.bindings[binding]), let element = elements[key]
      else { return nil }
      let level = home.isPrivate ? home.level : level
      var hidden = wiring.parts(of: element, in: home.module, level: level)
      if key != element.collections.first { hidden.removeAll { graph.bindings[$0].contribution?.mapKey == nil } }
      guard !hidden.isEmpty, isOwn(binding) || hidden.contains(where: isOwn) else { return nil }
      reported.insert(binding)
      return hidingContributions(binding, hidden)
    }
    return lists
      + edges.all.compactMap { edge in
        guard isOwn(edge.from) || isOwn(edge.to), let need = need(of: edge) else { return nil }
        let rest = need.wrappers.dropFirst(layers(of: edge).count)
        guard let wrapper = rest.first, [.collection, .dictionary].contains(wrapper.form),
          !reported.contains(wiring.base(of: edge.to)), case .binding = wiring.link(need, of: edge.from).target,
          case let (home, key) = (graph.bindings[edge.from], wrapper.key),
          case let hidden = wiring.parts(of: key, in: home.module, level: home.level), !hidden.isEmpty
        else { return nil }
        reported.insert(wiring.base(of: edge.to))
        return hidingContributions(edge.to, hidden)
      }
  }

  private func hidingContributions(_ binding: Int, _ hidden: [Int]) -> Diagnostic {
    hidingFinding(
      binding, "\(quoted(binding)) is bound itself, which hides what contributes to it", hidden,
      help: "remove the binding, and contribute each of its elements, or give it a name")
  }
}

extension Graph.Key {
  /// The list and the dictionary of values of this type; none for a name that was read from a file.
  fileprivate var collections: [Graph.Key] {
    func collections<Element>(of element: Element.Type) -> [Graph.Key] {
      [Graph.Key(type: TypeName([Element].self), name: name), Graph.Key(type: TypeName([String: Element].self), name: name)]
    }
    guard let element = type.type else { return [] }
    return _openExistential(element, do: collections)
  }
}
