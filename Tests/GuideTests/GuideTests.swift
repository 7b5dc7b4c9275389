// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

@Suite struct GuideTests {
  @Test(arguments: [
    "README", "Guides/GettingStarted", "Guides/ChoosingAScope", "Guides/ComposingModules", "Guides/ReadingADiagnostic",
  ])
  func `every snippet of a page is compiled`(page: String) throws {
    let page = try Page(page)
    let file = Page.package.appending(path: "Tests/GuideTests/Snippets/\(page.name)Snippets.swift")
    let compiled = Page.normalised(try String(contentsOf: file, encoding: .utf8))
    let snippets = page.blocks("swift").filter { !$0.contains(".package(") }
    #expect(!snippets.isEmpty)
    for snippet in snippets {
      #expect(compiled.contains(Page.normalised(snippet)), "\(page.name) shows code that no test compiles:\n\(snippet)")
    }
  }
}
