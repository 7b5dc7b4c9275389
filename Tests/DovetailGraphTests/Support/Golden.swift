// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Texts that were read by a person once and are compared from then on.
enum Golden {
  private static var folder: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Golden")
  }

  /// Compares a text with `Tests/Golden/<name>.txt`. With `RECORD_GOLDEN=1` in the environment it writes the file instead.
  static func expect(_ text: String, is name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data((text + "\n").utf8).write(to: file)
    }
    let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    if golden == text + "\n" { return }
    Issue.record("\(name).txt differs:\n\(difference(golden, text + "\n"))", sourceLocation: sourceLocation)
  }

  /// The lines that differ, `-` for what was wanted and `+` for what came, with those that do not in their places.
  static func difference(_ wanted: String, _ came: String) -> String {
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
