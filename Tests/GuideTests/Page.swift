// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Foundation
internal import Testing

/// A page of the documentation, with its blocks of code.
struct Page {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let catalogue = package.appending(path: "Sources/Dovetail/Documentation.docc")

  let name: String
  let text: String

  /// Reads a page of the catalogue, named without its suffix, or the README.
  init(_ name: String) throws {
    let url = name == "README" ? Page.package.appending(path: "README.md") : Page.catalogue.appending(path: name + ".md")
    self.name = url.deletingPathExtension().lastPathComponent
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// The blocks between fences with a language; an empty one stands for output.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    var isWanted = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let lines = current {
          if isWanted { blocks.append(lines.joined(separator: "\n")) }
          current = nil
        } else {
          current = []
          isWanted = line == "```" + language
        }
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  /// Expects the page's only message to be the text of some findings. Places in files are compared by the file's suffix only, because
  /// lines move, and the types' names without the enum around the page's snippets.
  func expectMessage(_ findings: [Diagnostic], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let shown = blocks("").map(Page.withoutPlaces)
    let text = findings.map(\.description).joined(separator: "\n\n").replacing("\(name).", with: "")
    #expect(shown.contains(Page.withoutPlaces(text)), "\(name) does not show:\n\(text)", sourceLocation: sourceLocation)
  }

  /// Code as it is compared: without indentation, empty lines and imports.
  static func normalised(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }

  private static func withoutPlaces(_ text: String) -> String {
    text.replacing(/\w+\.swift:[0-9:]+/, with: "FILE").replacing(/\x20+/, with: " ")
  }
}
