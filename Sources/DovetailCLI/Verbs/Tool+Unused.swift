// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import DovetailInspection

extension Tool {
  /// Lists the bindings to which nothing leads that the program asks for; where the graph does not say what that is, those that
  /// nobody needs.
  ///
  /// - Returns: A line for each, in order of declaration.
  public static func unused(_ path: String) -> Answer {
    answer(for: path) { file throws(Refusal) in
      let subject = GraphCheck.Subject(Wiring(file.graph))
      let isAsked = !subject.graph.roots.isEmpty
      let found = isAsked ? unreached(in: subject) : subject.unneeded
      let title =
        isAsked
        ? "nothing that the program asks for needs these"
        : "the graph does not say what the program asks for; nobody else needs these"
      guard !found.isEmpty else { return Answer(output: "everything is needed\n") }
      let lines = found.map { "  \(subject.summary(of: $0).onOneLine)" }
      return Answer(output: ([title + ":"] + lines).joined(separator: "\n") + "\n")
    }
  }

  /// The bindings that take part and that no root leads to; inputs of scopes aside, which nobody can leave out.
  static func unreached(in subject: GraphCheck.Subject) -> [Int] {
    var isReached = Array(repeating: false, count: subject.graph.bindings.count)
    var waiting = subject.rootBindings
    while let binding = waiting.popLast() {
      if isReached[binding] { continue }
      isReached[binding] = true
      waiting += subject.edges.leaving(binding).map { subject.edges.all[$0].to }
    }
    return isReached.indices.filter {
      !isReached[$0] && subject.wiring.isActive($0) && subject.graph.bindings[$0].role != .input
    }
  }
}
