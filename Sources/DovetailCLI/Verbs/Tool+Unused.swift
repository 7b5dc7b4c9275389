// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
public import DovetailExport

extension Tool {
  /// Lists the bindings that no resolution of the program leads to; where the graph does not name these resolutions, the bindings that no
  /// other one needs.
  ///
  /// - Returns: A line for each, in order of declaration.
  public static func unused(_ path: String) -> Answer {
    answer(for: path) { file throws(Refusal) in
      let subject = GraphCheck.Subject(Wiring(file.graph))
      let isAsked = !subject.graph.roots.isEmpty
      let found = isAsked ? subject.unused(beside: subject.reachable()) : subject.unneeded
      let title =
        isAsked
        ? "nothing that the program resolves needs these"
        : "the graph does not say what the program resolves; no other binding needs these"
      guard !found.isEmpty else { return Answer(output: "everything is needed\n") }
      let lines = found.map { "  \(subject.summary(of: $0).onOneLine)" }
      return Answer(output: ([title + ":"] + lines).joined(separator: "\n") + "\n")
    }
  }
}
