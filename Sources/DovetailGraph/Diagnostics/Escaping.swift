// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The text on one line: characters that break lines, move the cursor or change the reading direction are escaped.
  ///
  /// Prevents a key with a line break in its name from looking like a second diagnostic.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.breaksLines) else { return String(self) }
    return unicodeScalars.map { $0.breaksLines ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// The text in double quotes, with quotes and backslashes in it escaped.
  package var quoted: String {
    "\"" + unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var breaksLines: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0x00...0x1F, 0x7F...0x9F: true
    // Line and paragraph separators, then the marks and overrides of bidirectional text.
    case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
