// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

extension Audit {
  /// The report for people: the findings, what was not understood, and what was read.
  func text() -> String {
    var blocks = report.diagnostics.isEmpty ? [] : [DiagnosticRenderer().render(report.diagnostics)]
    if !facts.gaps.isEmpty {
      let lines = facts.gaps.map { "  \($0.place.file):\($0.place.line):\($0.place.column)  \($0.reason)".onPlainLine }
      blocks.append((["not understood:"] + lines).joined(separator: "\n"))
    }
    blocks.append(summary + "\n" + counts)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

  /// What was read: `read 12 files for Swinject: 31 registrations, 40 requests, 2 places not understood`.
  var summary: String {
    let names = facts.styles.map { $0 == .swinject ? "Swinject" : "Factory" }.joined(separator: " and ")
    let requests =
      foreign.entries.filter { $0.forwardsTo == nil }.map(\.requests.count).reduce(0, +)
      + foreign.units.map(\.requests.count).reduce(0, +)
    let tests = facts.testCount == 0 ? "" : "; left out \(count(facts.testCount, "file")) of tests"
    let known = facts.registrations.filter { !$0.product.isEmpty }.count
    return
      "read \(count(facts.files.count, "file")) for \(names): \(count(known, "registration")), \(count(requests, "request")), "
      + "\(count(facts.gaps.count, "place")) not understood\(tests)"
  }

  private var counts: String {
    let all = [(report.errors.count, "error"), (report.warnings.count, "warning")]
    let words = all.filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    return words.isEmpty ? "no diagnostics" : words.joined(separator: ", ")
  }
}

extension String {
  /// The text without characters that break lines or move the cursor.
  var onPlainLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
