// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import DovetailExport

extension Tool {
  /// How a difference is printed.
  public enum DiffFormat: String, CaseIterable, Sendable {
    /// Lines for a terminal.
    case text
    /// Tables for a pull request.
    case markdown
  }

  /// Says what a change did to a graph: what came, what went, what is declared otherwise or needs something else, and which diagnostics are new.
  ///
  /// - Parameters:
  ///   - old: The graph file from before; `-` is standard input.
  ///   - new: The graph file from after; `-` is standard input, for one of the two.
  ///   - format: How it is printed.
  public static func diff(_ old: String, _ new: String, format: DiffFormat = .text) -> Answer {
    if old == "-", new == "-" { return refusal("standard input can be one of the two graphs only") }
    return answer(for: old) { before throws(Refusal) in
      answer(for: new) { after throws(Refusal) in
        let difference = GraphDifference(from: before, to: after)
        return Answer(output: format == .text ? difference.text : difference.markdown)
      }
    }
  }
}

extension GraphDifference {
  fileprivate var text: String {
    var lines = [summary]
    func section(_ title: String, _ rows: [String]) { if !rows.isEmpty { lines += ["", title + ":"] + rows.map { "  \($0)" } } }
    func signed(_ sign: String, _ finding: Diagnostic) -> String {
      let place = finding.location.isKnown ? "  \(finding.location.inShort)" : ""
      return "\(sign) \(finding.severity): [\(finding.id)] \(finding.message)\(place)".onOneLine
    }
    section("added", added.map { "+ \($0.key)  \($0.new)" })
    section("removed", removed.map { "- \($0.key)  \($0.old)" })
    section("declared otherwise", declarations.map { "~ \($0.key)  \($0.old) -> \($0.new)" })
    section("other dependencies", needs.map { change in "~ \(change.key)" + GraphDifference.needs(change) })
    section("another module", modules.map { "~ \($0.key)  \($0.old) -> \($0.new)" })
    section("new diagnostics", newFindings.map { signed("+", $0) })
    section("fixed diagnostics", goneFindings.map { signed("-", $0) })
    return lines.joined(separator: "\n") + "\n"
  }

  private static func needs(_ change: Change) -> String {
    (change.old.isEmpty ? "" : "  no more: \(change.old)") + (change.new.isEmpty ? "" : "  now: \(change.new)")
  }

  fileprivate var markdown: String {
    var lines = ["### Dependency graph: \(summary)"]
    let rows =
      added.map { ["added", $0.key, "", $0.new] } + removed.map { ["removed", $0.key, $0.old, ""] }
      + declarations.map { ["declared otherwise", $0.key, $0.old, $0.new] }
      + needs.map { ["other dependencies", $0.key, $0.old, $0.new] }
      + modules.map { ["another module", $0.key, $0.old, $0.new] }
    if !rows.isEmpty { lines += ["", "| change | binding | was | is |", "|---|---|---|---|"] }
    for row in rows { lines.append("| \(row[0]) | " + row.dropFirst().map(GraphDifference.code).joined(separator: " | ") + " |") }
    for (title, findings) in [("New diagnostics", newFindings), ("Fixed diagnostics", goneFindings)] where !findings.isEmpty {
      lines += ["", "#### \(title)", ""]
      lines += findings.map { finding in
        let place = finding.location.isKnown ? ", " + GraphDifference.code(finding.location.inShort) : ""
        return "- **\(finding.severity)** " + GraphDifference.code("[\(finding.id)] \(finding.message)".onOneLine) + place
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Text as code. What would end the code, or a cell of the table, is written as an entity in an element of HTML.
  private static func code(_ text: String) -> String {
    if text.isEmpty { return "" }
    guard text.unicodeScalars.contains(where: { $0 == "`" || $0 == "|" }) else { return "`\(text)`" }
    var result = ""
    for scalar in text.unicodeScalars {
      let isPlain = !scalar.isASCII || "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar || scalar == " "
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return "<code>\(result)</code>"
  }
}
