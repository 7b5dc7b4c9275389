// SPDX-License-Identifier: Apache-2.0
package import DovetailChecks

/// The content of the tree: the words for a binding, and the nodes beneath it.
extension GraphCheck.Subject {
  /// `Car  singleton  CarModule.swift:12`, with the special properties of the binding at the end.
  package func summary(of binding: Int) -> String {
    let declaration = graph.bindings[binding]
    var words = [names.key(declaration.key), life(of: binding)]
    if declaration.location.isKnown { words.append(declaration.location.inShort) }
    if let contribution = declaration.contribution {
      words.append("contributed" + (contribution.mapKey.map { " as \($0.quoted)" } ?? ""))
    }
    words += traits(of: binding)
    if declaration.isPrivate { words.append("private") }
    if declaration.isOverride { words.append("override") }
    if declaration.isOpaque { words.append("opaque") }
    return words.joined(separator: "  ")
  }

  /// The properties of a binding that a picture and a tree name alike: `external`, `async`, `on MainActor`, `with (String)`.
  package func traits(of binding: Int) -> [String] {
    let declaration = graph.bindings[binding]
    return (declaration.isExternal ? ["external"] : []) + (declaration.isAsync ? ["async"] : [])
      + (declaration.isolation.map { ["on \($0)"] } ?? [])
      + (declaration.arguments.isEmpty ? [] : ["with \(names.list(declaration.arguments))"])
  }

  /// The needs of a binding, in order, then its observed resolutions.
  func nodes(beneath binding: Int) -> [TextTree.Node] {
    let declared = zip(needs(of: binding), wiring.links[binding]).filter { $0.0.isReal }.compactMap(node)
    let seen = edges.leaving(binding).map { edges.all[$0] }.filter { $0.need == nil }
    return declared + seen.map { .binding($0.to, label: graph.isObserved ? "" : "resolved at run time ⇢ ") }
  }

  private func node(for need: Graph.Need, answeredBy link: Wiring.Link) -> TextTree.Node? {
    let type = names.key(need.key)
    let isDeferred = need.wrappers.prefix(link.depth).contains { $0.form.isDeferred }
    switch link.target {
    case .binding(let target):
      if link.depth == 0 { return .binding(target, label: "") }
      return .binding(target, label: "\(type) \(isDeferred ? "⇢" : "→") ")
    case .parts(let parts):
      let count = "\(parts.count) contribution\(parts.count == 1 ? "" : "s")"
      return .collection("\(type)\(isDeferred ? " ⇢" : "")  \(count)", parts)
    case .absent: return .leaf("\(type)  nothing bound")
    case .missing: return .leaf("\(type)  missing")
    // The arguments are in the line of the binding that takes them, and the resolver is behind the word opaque.
    case .argument, .resolver: return nil
    }
  }
}
