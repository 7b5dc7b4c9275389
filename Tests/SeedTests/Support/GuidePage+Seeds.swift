// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import TestSupport
internal import Testing

extension GuidePage {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// Expects every Swift snippet of a page to stand in a file of this target, which compiles and runs it.
  static func expectCompiled(
    _ name: String, in file: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let page = try GuidePage(name)
    let missing = try page.snippets(missingIn: file, beside: tests.appending(path: "SeedTests").path())
    #expect(!page.snippets.isEmpty && missing == [], sourceLocation: sourceLocation)
  }

  /// Expects a block without a language to be an output, in which the places in files are left out because lines move.
  ///
  /// - Parameter scope: What stands before the names of the types that the page's code declares.
  func expectOutput(
    _ output: String, without scope: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let shown = messages.map(GuidePage.withoutPlaces)
    let output = GuidePage.withoutPlaces(output.replacing(scope, with: ""))
    #expect(shown.contains(output), "the page does not show:\n\(output)", sourceLocation: sourceLocation)
  }

  /// The text of a file of this target.
  static func source(_ file: String) throws -> String {
    try String(contentsOf: tests.appending(path: file), encoding: .utf8)
  }

  private static func withoutPlaces(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines).replacing(/\w+\.swift:[0-9:]+/, with: "FILE").replacing(/\x20+/, with: " ")
  }
}
