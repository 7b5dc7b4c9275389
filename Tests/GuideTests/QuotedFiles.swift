// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// The pages whose code stands in packages that are built elsewhere.
extension GuideTests {
  /// Where the code and the output of a page stand, by page: folders and files of this package. Scripts build the code and compare the
  /// output.
  static let quotingPages = [
    "Guides/AppArchitecture": ["Examples/app-architecture"],
    "Guides/Apps": ["Tests/StandIns/SwiftUI", "Tests/StandIns/UIKit", "Tests/MainActorTests"],
    "Guides/CommandLineTools": ["Examples/command-line-tool"],
    "Guides/Plugins": ["Examples/plugin-host"],
  ]

  @Test(arguments: quotingPages.keys.sorted()) func `quote what is built elsewhere`(name: String) throws {
    let page = try Page(name)
    let files = try (GuideTests.quotingPages[name] ?? []).flatMap { try Page.files(in: $0) }
    let code = files.map(Page.normalised)
    for snippet in page.snippets {
      #expect(code.contains { $0.contains(Page.normalised(snippet)) }, "no file has this:\n\(snippet)")
    }
    // What a program prints stands in a README, or in comments.
    let output = files.map { Page.normalised($0.replacing("// ", with: "")) }
    for message in page.messages {
      #expect(output.contains { $0.contains(Page.normalised(message)) }, "no file shows this:\n\(message)")
    }
  }
}

extension Page {
  /// The texts of all Swift files and READMEs in a folder of the package.
  fileprivate static func files(in folder: String) throws -> [String] {
    let paths = FileManager.default.enumerator(atPath: package.appending(path: folder).path())?.compactMap { $0 as? String } ?? []
    return try paths.sorted().filter { !$0.contains(".build") && ($0.hasSuffix(".swift") || $0.hasSuffix("README.md")) }
      .map { try String(contentsOf: package.appending(path: "\(folder)/\($0)"), encoding: .utf8) }
  }
}
