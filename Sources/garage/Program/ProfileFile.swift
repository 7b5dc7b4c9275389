// SPDX-License-Identifier: Apache-2.0

/// A profile that was read from lines `NAME = VALUE`.
struct ProfileFile: Equatable {
  /// The value of the line `name = …`.
  var name: String?
  /// The other lines, in order.
  var variables: [Options.Variable] = []

  /// Reads a file.
  init(at path: String) throws(Failure) { try self.init(System.text(at: path), of: path) }

  /// Reads the lines of a file.
  init(_ text: String, of path: String) throws(Failure) {
    var lines: [String: Int] = [:]
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = ProfileFile.trimmed(line.prefix { $0 != "#" })
      if content.isEmpty { continue }
      let place = "\(path):\(index + 1)"
      let parts = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(ProfileFile.trimmed)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .input("\(place): expected NAME = VALUE, found '\(ProfileFile.shortened(content))'")
      }
      if let before = lines.updateValue(index + 1, forKey: parts[0]) {
        throw .input("\(place): '\(ProfileFile.shortened(parts[0]))' is set already, in line \(before)")
      }
      if parts[0] == "name" {
        if parts[1].isEmpty { throw .input("\(place): the name of the profile is empty") }
        name = parts[1]
      } else {
        variables.append(Options.Variable(name: parts[0], value: parts[1]))
      }
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let begun = text.drop(while: \.isWhitespace)
    return String(begun.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// A file may be one long line; a message is not.
  private static func shortened(_ text: String) -> String {
    let limit = 60
    return text.count > limit ? text.prefix(limit) + "…" : text
  }
}
