// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// Files as a person has read them once.
enum Golden {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Golden/Inspection")

  /// Compares a text with `Tests/Golden/Inspection/<name>`. With `RECORD_GOLDEN=1` in the environment it writes the file instead.
  static func expect(_ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
    let wanted = try String(decoding: Data(contentsOf: file), as: UTF8.self).components(separatedBy: "\n")
    let came = text.components(separatedBy: "\n")
    let changes = came.difference(from: wanted).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    #expect(changes.isEmpty, "\(name) differs:\n\(changes.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }
}
