// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Testing
internal import TestSupport

@Suite("SARIF") struct SARIFTests {
  @Test func `holds every finding with its place and its path`() throws {
    try Golden.inspection.expect(GraphFile(of: WrongModule()).report.sarif(), is: "wrong-graph.sarif")
  }

  @Test func `lets no text out of its quotes`() {
    let finding = Diagnostic(
      .missingBinding, .error, "\"]--><script>\n\u{202E}", at: SourceLocation(file: "Ga rage/<a>\"?.swift", line: 1, column: 0))
    let text = Report([finding]).sarif()
    #expect(text.contains(#""text": "\"]--><script>\\n\\u{202E}""#))
    #expect(text.contains(#""uri": "Ga%20rage/%3Ca%3E%22%3F.swift"}, "region": {"startLine": 1}"#))
  }

  @Test func `of nothing is a whole log`() {
    #expect(Report([]).sarif().contains("\"results\": []"))
  }
}
