// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks

/// The contents of a picture of a graph, independent of the picture's language.
///
/// Only active bindings are drawn; a missing binding has a box too, so that a picture of a wrong graph shows the errors.
struct Drawing {
  /// A box.
  struct Box {
    /// The index in `Graph.bindings`; missing bindings count on from their number.
    var id: Int
    /// The key in full.
    var title: String
    /// The lifetime of the instance and the properties of the binding, in words; `missing` when nothing is bound.
    var life: String
    /// The scope alone; `missing` when nothing is bound.
    var scope: String
    /// The file's own name and the line; empty when it is unknown.
    var place: String
    /// The index in `Drawing.modules`; `nil` when the graph does not say.
    var module: Int?
    /// Whether nothing is bound.
    var isMissing = false
    /// Whether the program itself resolves it.
    var isRoot = false
  }

  /// The style of an arrow.
  enum Stroke: String, Sendable {
    /// Needed during the build of the needing binding.
    case taken
    /// Requested afterwards: a provider and its kin.
    case deferred
    /// Never declared, but observed at run time.
    case observed
  }

  /// An arrow from the needing binding to the answering one.
  struct Arrow {
    var from: Int
    var to: Int
    var stroke: Stroke
    /// The declared type, when it differs from the key of the answering binding; empty otherwise.
    var label: String
    /// Whether it is part of a cycle or of a captive dependency.
    var isWrong: Bool
  }

  /// A remark about the whole graph; `nil` when there is none.
  let remark: String?
  /// The names of the modules, in order.
  let modules: [String]
  /// The boxes: bindings in order of declaration, then missing ones in the order of their first need.
  private(set) var boxes: [Box] = []
  /// The arrows, by the needing binding, then in the order of its dependencies.
  private(set) var arrows: [Arrow] = []

  /// - Complexity: O(bindings + needs) for a graph without errors.
  init(_ subject: GraphCheck.Subject) {
    remark = subject.graph.isObserved ? "as it was observed so far" : nil
    modules = subject.graph.modules.map { subject.names.type($0.name) }
    let roots = subject.graph.roots.isEmpty ? [] : Set(subject.rootBindings)
    for binding in subject.graph.bindings.indices where subject.wiring.isActive(binding) {
      let declaration = subject.graph.bindings[binding]
      boxes.append(
        Box(
          id: binding, title: subject.names.key(declaration.key), life: Drawing.life(of: binding, in: subject),
          scope: declaration.role == .instance ? "instance" : subject.names.scope(subject.wiring.scope(of: binding)),
          place: declaration.location.isKnown ? declaration.location.inShort : "",
          module: modules.indices.contains(declaration.module) ? declaration.module : nil, isRoot: roots.contains(binding)))
    }
    let wrong = Set(subject.wiring.tangles(over: subject.edges).flatMap(\.loop) + subject.captives.flatMap(\.route))
    arrows = subject.edges.all.map { edge in
      Arrow(
        from: edge.from, to: edge.to, stroke: Drawing.stroke(edge, in: subject),
        label: Drawing.label(edge, in: subject), isWrong: wrong.contains(edge))
    }
    drawGaps(of: subject)
  }

  private mutating func drawGaps(of subject: GraphCheck.Subject) {
    var next = subject.graph.bindings.count
    for gap in subject.gaps {
      boxes.append(
        Box(
          id: next, title: subject.names.key(gap.key), life: "missing", scope: "missing", place: "", module: nil, isMissing: true,
          isRoot: gap.isRoot))
      for requester in gap.requesters {
        arrows.append(Arrow(from: requester, to: next, stroke: .taken, label: "", isWrong: true))
      }
      next += 1
    }
  }

  private static func life(of binding: Int, in subject: GraphCheck.Subject) -> String {
    let declaration = subject.graph.bindings[binding]
    var words = [subject.life(of: binding)]
    if let contribution = declaration.contribution {
      words.append("contributed" + (contribution.mapKey.map { " as \($0.quoted)" } ?? ""))
    }
    if declaration.isOverride { words.append("override") }
    if declaration.isPrivate { words.append("private") }
    words += subject.traits(of: binding)
    return words.joined(separator: ", ")
  }

  /// An observed edge is special in a declared graph; in a graph that was observed as a whole, every edge is one.
  private static func stroke(_ edge: Edges.Edge, in subject: GraphCheck.Subject) -> Stroke {
    if edge.need == nil { return subject.graph.isObserved ? .taken : .observed }
    return edge.isDeferred ? .deferred : .taken
  }

  private static func label(_ edge: Edges.Edge, in subject: GraphCheck.Subject) -> String {
    guard let need = subject.need(of: edge) else { return subject.graph.isObserved ? "" : "resolved at run time" }
    return need.key == subject.graph.bindings[edge.to].key ? "" : subject.names.key(need.key)
  }
}
