// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
public import DovetailExport

extension Tool {
  /// The greatest number of printed paths.
  private static let shownPaths = 20

  /// Says why a binding is there: all shortest paths from what the program resolves.
  ///
  /// - Parameters:
  ///   - path: The graph file.
  ///   - key: What to explain.
  /// - Returns: A block for each binding of that key.
  public static func why(_ path: String, _ key: String) -> Answer {
    answer(for: path) { file throws(Refusal) in
      let subject = GraphCheck.Subject(Wiring(file.graph))
      let bindings = try KeyFinder(subject: subject).bindings(for: key)
      let asked = subject.rootBindings
      let search = Edges.PathSearch(over: subject.edges, from: subject.graph.roots.isEmpty ? asked : asked + subject.started)
      let known = Set(asked)
      let blocks = bindings.map { explanation(of: $0, askedFor: known, along: search, in: subject) }
      return Answer(output: blocks.joined(separator: "\n\n") + "\n")
    }
  }

  /// Shows what a binding needs, and what that needs, as a tree.
  ///
  /// - Parameters:
  ///   - path: The graph file.
  ///   - key: Where the tree begins.
  /// - Returns: A tree for each binding of that key which no tree before it shows.
  public static func needs(_ path: String, _ key: String) -> Answer {
    answer(for: path) { file throws(Refusal) in
      let subject = GraphCheck.Subject(Wiring(file.graph))
      return Answer(output: subject.textTrees(of: try KeyFinder(subject: subject).bindings(for: key)) + "\n")
    }
  }

  private static func explanation(
    of binding: Int, askedFor asked: Set<Int>, along search: Edges.PathSearch, in subject: GraphCheck.Subject
  ) -> String {
    var lines = [subject.summary(of: binding).onOneLine]
    let isAsked = !subject.graph.roots.isEmpty
    let paths = search.paths(to: binding, limit: shownPaths)
    guard paths.isReached else {
      return lines[0] + "\n  " + (isAsked ? "nothing that the program resolves needs it" : "only a cycle leads to it")
    }
    guard paths.count > 0 else {
      guard isAsked else { return lines[0] + "\n  nothing else needs it" }
      let isRoot = asked.contains(binding)
      return lines[0] + "\n  " + (isRoot ? "the program itself resolves it" : "the container builds it when it starts")
    }
    for (place, route) in paths.routes.enumerated() {
      let steps = subject.steps(route, endingAt: binding)
      lines.append("\(place + 1). " + steps.map(\.key.onOneLine).joined(separator: " -> "))
      let width = steps.map(\.key.onOneLine.count).filter { $0 <= 40 }.max() ?? 0
      for step in steps {
        let place = step.location.isKnown ? "  \(step.location.inShort)" : ""
        lines.append("     \(step.key.onOneLine.padded(to: width))\(place)  \(step.note)".onOneLine)
      }
    }
    if paths.count > paths.routes.count {
      lines.append(paths.count == .max ? "… and very many more" : "… and \(paths.count - paths.routes.count) more")
    }
    return lines.joined(separator: "\n")
  }
}
