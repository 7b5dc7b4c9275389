// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// A guide of the documentation, with its blocks of code.
struct GuidePage {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  let text: String

  init(_ name: String) throws {
    let url = GuidePage.package.appending(path: "Sources/Dovetail/Documentation.docc/Guides/\(name).md")
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// The blocks between fences with a language.
  func blocks(_ language: String) -> [String] {
    text.matches(of: /```(\w*)\n((?:.*\n)*?)```/).filter { $0.1 == language }.map { String($0.2) }
  }

  /// Expects every Swift block of the page to stand in a file of this target, which compiles and runs it.
  static func expectCompiled(
    _ name: String, in file: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let page = try GuidePage(name)
    let source = try String(contentsOf: package.appending(path: "Tests/SeedTests/\(file)"), encoding: .utf8)
    let compiled = normalised(source)
    let blocks = page.blocks("swift")
    #expect(!blocks.isEmpty, sourceLocation: sourceLocation)
    for block in blocks {
      let code = normalised(block)
      let isCompiled = code.isEmpty || compiled.contains(code)
      #expect(imports(of: block).subtracting(imports(of: source)) == [], sourceLocation: sourceLocation)
      #expect(isCompiled, "\(name) shows code that no test compiles:\n\(block)", sourceLocation: sourceLocation)
    }
  }

  /// Expects a block without a language to be an output, in which the places in files are left out because lines move.
  ///
  /// - Parameter scope: What stands before the names of the types that the page's code declares.
  func expectOutput(
    _ output: String, without scope: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let shown = blocks("").map(GuidePage.withoutPlaces)
    let output = GuidePage.withoutPlaces(output.replacing(scope, with: ""))
    #expect(shown.contains(output), "the page does not show:\n\(output)", sourceLocation: sourceLocation)
  }

  /// The text of a file of this target.
  static func source(_ file: String) throws -> String {
    try String(contentsOf: package.appending(path: "Tests/SeedTests/\(file)"), encoding: .utf8)
  }

  private static func withoutPlaces(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines).replacing(/\w+\.swift:[0-9:]+/, with: "FILE").replacing(/\x20+/, with: " ")
  }

  /// The modules that code imports, at whatever access level.
  private static func imports(of code: String) -> Set<String> {
    Set(code.matches(of: /^ *(?:\w+ )?import (\w+)$/.anchorsMatchLineEndings()).map { String($0.1) })
  }

  /// Code as it is compared: without indentation, empty lines and imports.
  private static func normalised(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }
}
