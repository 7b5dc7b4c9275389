// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A guide whose code stands in the tests of the target that it is about, for example because it needs a package that only a trait brings.
package struct GuidePage {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The Swift snippets, without what belongs into a package's manifest.
  package let snippets: [String]
  /// What the page shows of a program's words: the blocks without a language.
  package let messages: [String]

  /// Reads a guide.
  package init(_ name: String) throws {
    let url = GuidePage.package.appending(path: "Sources/Dovetail/Documentation.docc/Guides/\(name).md")
    let text = try String(contentsOf: url, encoding: .utf8)
    let blocks = text.matches(of: /```(\w*)\n((?:.*\n)*?)```/).map { (language: $0.1, text: String($0.2.dropLast())) }
    snippets = blocks.filter { $0.language == "swift" && !$0.text.contains(".package(") }.map(\.text)
    messages = blocks.filter { $0.language.isEmpty }.map(\.text)
  }

  /// What the page says that its code prints: the comments behind code.
  package var printed: [String] {
    snippets.flatMap { $0.matches(of: /\S  \/\/ (.*)/).map { String($0.1) } }
  }

  /// The snippets that do not stand, but for their indentation, in a file of the tests, or that import what it does not.
  ///
  /// - Parameter file: The file beside the one that calls.
  package func snippets(missingIn file: String, beside caller: String = #filePath) throws -> [String] {
    let url = URL(filePath: caller).deletingLastPathComponent().appending(path: file)
    let text = try String(contentsOf: url, encoding: .utf8)
    let (compiled, imported) = (GuidePage.normalised(text), GuidePage.imports(of: text))
    return snippets.filter { snippet in
      let code = GuidePage.normalised(snippet)
      let isCompiled = code.isEmpty || compiled.contains(code)
      return !isCompiled || !GuidePage.imports(of: snippet).isSubset(of: imported)
    }
  }

  /// The modules that code imports, at whatever access level.
  private static func imports(of code: String) -> Set<String> {
    Set(code.matches(of: /^ *(?:\w+ )?import (\w+)$/.anchorsMatchLineEndings()).map { String($0.1) })
  }

  private static func normalised(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }
}
