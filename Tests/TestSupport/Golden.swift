// SPDX-License-Identifier: Apache-2.0
internal import Foundation
package import Testing

/// Texts that were read by a person once and are compared from then on: the files of one folder in `Tests/Golden`.
package struct Golden {
  /// What the checks say, a file for each ID.
  package static let diagnostics = Golden("", suffix: ".txt")
  /// What the garage prints.
  package static let garage = Golden("Garage", suffix: ".txt")
  /// What the tool prints and writes.
  package static let tool = Golden("Tool")
  /// What `DovetailInspection` writes.
  package static let inspection = Golden("Inspection")

  private let folder: URL
  private let suffix: String

  private init(_ folder: String, suffix: String = "") {
    self.folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: folder.isEmpty ? "Golden" : "Golden/\(folder)")
    self.suffix = suffix
  }

  /// The text of the file of a name.
  package func text(_ name: String) throws -> String {
    try String(decoding: Data(contentsOf: folder.appending(path: name + suffix)), as: UTF8.self)
  }

  /// Compares a text with the file of a name. With `RECORD_GOLDEN=1` in the environment it writes the file instead.
  package func expect(_ text: String, is name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: name + suffix)
    // A file of text ends with the end of a line.
    let text = suffix.isEmpty ? text : text + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
    let wanted = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    if wanted == text { return }
    Issue.record("\(file.lastPathComponent) differs:\n\(Golden.difference(wanted, text))", sourceLocation: sourceLocation)
  }

  /// The lines that differ, `-` for what was wanted and `+` for what came, with those that do not in their places.
  private static func difference(_ wanted: String, _ came: String) -> String {
    let old = wanted.components(separatedBy: "\n")
    let changes = came.components(separatedBy: "\n").difference(from: old)
    var lines = old.map { "  " + $0 }
    for case .remove(let offset, let line, _) in changes { lines[offset] = "- " + line }
    for case .insert(let offset, let line, _) in changes.insertions {
      // Removed lines still stand in the list, so places are counted without them.
      var place = 0
      var kept = 0
      while place < lines.count, kept < offset || lines[place].hasPrefix("- ") {
        if !lines[place].hasPrefix("- ") { kept += 1 }
        place += 1
      }
      lines.insert("+ " + line, at: place)
    }
    return lines.joined(separator: "\n")
  }
}
