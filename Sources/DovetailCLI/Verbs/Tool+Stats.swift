// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
public import DovetailExport

extension Tool {
  /// Counts what is in a graph: by scope and by module, what most needs and is needed most, and how deep it goes.
  public static func stats(_ path: String) -> Answer {
    answer(for: path) { file throws(Refusal) in
      Answer(output: Statistics(GraphCheck.Subject(Wiring(file.graph)), file.checked).text)
    }
  }
}

/// The numbers of a graph.
private struct Statistics {
  private let subject: GraphCheck.Subject
  private let active: [Int]
  private var lines: [String] = []

  init(_ subject: GraphCheck.Subject, _ report: Report) {
    self.subject = subject
    active = subject.graph.bindings.indices.filter { subject.wiring.isActive($0) }
    var needs = Array(repeating: Set<Int>(), count: subject.graph.bindings.count)
    var requesters = needs
    for edge in subject.edges.all where edge.from != edge.to {
      needs[edge.from].insert(edge.to)
      requesters[edge.to].insert(edge.from)
    }
    lines = [
      "bindings      \(active.count)", "modules       \(subject.graph.modules.count)",
      "dependencies  \(subject.edges.all.count)", "depth         \(subject.edges.depth())",
      "diagnostics   \(DiagnosticRenderer.summary(report))",
    ]
    count("by scope", active.map { subject.life(of: $0) })
    count("by module", active.map { subject.module(of: $0) ?? "none" })
    rank("needed by most", requesters)
    rank("needs most", needs)
  }

  var text: String { lines.map(\.onOneLine).joined(separator: "\n") + "\n" }

  private mutating func count(_ title: String, _ words: [String]) {
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    list(title, counts.map { ($0.value, $0.key) })
  }

  private mutating func rank(_ title: String, _ sets: [Set<Int>]) {
    let ranked = active.filter { !sets[$0].isEmpty }.sorted { (sets[$1].count, $0) < (sets[$0].count, $1) }
    list(title, ranked.prefix(10).map { (sets[$0].count, subject.mention($0)) })
  }

  private mutating func list(_ title: String, _ rows: [(Int, String)]) {
    guard !rows.isEmpty else { return }
    lines += ["", title + ":"] + rows.map { "  \("\($0.0)".leftPadded(to: 6))  \($0.1)" }
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    count < width ? String(repeating: " ", count: width - count) + self : self
  }
}
