// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// Keeps the cheat sheet complete: it names what the sources declare.
@Suite("The cheat sheet") struct CheatSheetTests {
  private func source(_ folder: String) throws -> String {
    let root = Page.package.appending(path: "Sources/\(folder)")
    let files = FileManager.default.enumerator(atPath: root.path())?.compactMap { $0 as? String } ?? []
    return try files.filter { $0.hasSuffix(".swift") }.sorted()
      .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }.joined(separator: "\n")
  }

  private func sheet(_ section: String) throws -> String {
    let sections = try Page.text(of: "Guides/CheatSheet").components(separatedBy: "\n### ")
    return try #require(sections.first { $0.hasPrefix(section) })
  }

  @Test(arguments: [
    ("Dovetail/Declare/Bind", 14), ("DovetailLifecycle", 3), ("DovetailRelatives", 4),
  ])
  func `names every modifier of a bind`(folder: String, atLeast count: Int) throws {
    let declarations = try source(folder).matches(of: /public (?:consuming )?(?:func|var) `?(\w+)`?[^{}]*?(?:->|:) Self\b/)
    let hidden: Set = ["carried", "made", "setting"]
    let names = Set(declarations.map { String($0.1) }).subtracting(hidden)
    let sheet = try sheet("Modifiers")
    #expect(names.count >= count, "\(names.sorted())")
    #expect(names.filter { !sheet.contains("`.\($0)`") && !sheet.contains("`.\($0)(") && !sheet.contains("`.\($0) {") } == [])
  }

  @Test func `names every scope`() throws {
    let declarations = try source("Dovetail/Declare/Scope").matches(
      of: /public static (?:func|var) (\w+)[^{}]*?(?:->|:) Self\b/)
    let sheet = try sheet("Scopes")
    let names = Set(declarations.map { String($0.1) })
    #expect(names == ["transient", "graph", "singleton", "weak", "scoped", "timeToLive", "custom"])
    #expect(names.filter { !sheet.contains("`.\($0)") } == [])
  }

  @Test func `names every form of a dependency`() throws {
    let declarations = try source("Dovetail/Resolve").matches(of: /extension (\w+): DerivedNeed/)
    let sugar = ["Optional": "T?", "Array": "[T]", "Dictionary": "[String: T]"]
    let forms = Set(declarations.map { String($0.1) })
    let sheet = try sheet("Dependencies")
    #expect(forms.count >= 8, "\(forms.sorted())")
    #expect(forms.filter { !sheet.contains(sugar[$0].map { "`\($0)`" } ?? "`\($0)<") } == [])
  }
}
