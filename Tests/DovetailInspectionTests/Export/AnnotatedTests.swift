// SPDX-License-Identifier: Apache-2.0
import DovetailExport
import DovetailGraph
import Foundation
import Testing

@Suite struct `Diagnostics at a terminal` {
  private func report(_ id: Diagnostic.ID, line: Int, column: Int) -> Report {
    let location = SourceLocation(file: "Shop/ShopModule.swift", line: line, column: column)
    return Report([Diagnostic(id, .error, "nothing is bound for 'Till'", at: location, help: "add Bind { Till(…) }")])
  }

  /// The text for a package with one file.
  private func annotated(_ source: String, _ report: Report) throws -> String {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    let folder = root.appending(path: "Sources/Shop")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(source.utf8).write(to: folder.appending(path: "ShopModule.swift"))
    return report.annotated(in: root.path)
  }

  private let page =
    "https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md"

  @Test func `show the line, a mark under its column, and the page`() throws {
    let text = try annotated("struct Shop {\r\n\tlet é = Bind(Till.init)\r\n}\n", report(.missingBinding, line: 2, column: 11))
    #expect(
      text == """
        error: [missing-binding] nothing is bound for 'Till'
          ShopModule.swift:2:11
            2 | \tlet é = Bind(Till.init)
              | \t        ^
          help: add Bind { Till(…) }
          docs: \(page)

        1 error
        """)
  }

  @Test(arguments: [("let a = 1\n", 7, 1), ("", 0, 0)])
  func `leave out a line that is not there`(source: String, line: Int, column: Int) throws {
    let report = report(.missingBinding, line: line, column: column)
    let place = line == 0 ? "" : "\n  ShopModule.swift:\(line):\(column)"
    #expect(
      try annotated(source, report) == """
        error: [missing-binding] nothing is bound for 'Till'\(place)
          help: add Bind { Till(…) }
          docs: \(page)

        1 error
        """)
  }

  @Test func `leave out the first line of a file that is not there`() {
    #expect(
      report(.missingBinding, line: 1, column: 3).annotated(in: "/no/such/folder") == """
        error: [missing-binding] nothing is bound for 'Till'
          ShopModule.swift:1:3
          help: add Bind { Till(…) }
          docs: \(page)

        1 error
        """)
  }

  @Test func `have no page for the check of a program, and no mark without a column`() throws {
    let text = try annotated("let till = 1", report(Diagnostic.ID(rawValue: "no-till"), line: 1, column: 0))
    #expect(
      text == """
        error: [no-till] nothing is bound for 'Till'
          ShopModule.swift:1:0
            1 | let till = 1
          help: add Bind { Till(…) }

        1 error
        """)
  }

  @Test func `count nothing in a right graph`() { #expect(Report([]).annotated() == "no diagnostics") }
}
