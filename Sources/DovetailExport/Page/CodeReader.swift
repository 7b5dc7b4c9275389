// SPDX-License-Identifier: Apache-2.0

/// Reads pieces of Swift code by their brackets. Comments and literals hide brackets; other syntax is not understood.
struct CodeReader {
  private var rest: Substring

  init(_ code: some StringProtocol) { rest = Substring(code) }

  /// Whether the rest is one group and nothing else.
  var isOneGroup: Bool {
    var end = self
    end.skipGroup()
    return end.rest.allSatisfy(\.isWhitespace)
  }

  /// The content of a group that begins here; `nil` when none does, or when it does not end.
  mutating func group(in open: Character, _ close: Character) -> String? {
    skipSpace()
    guard rest.first == open else { return nil }
    var end = self
    end.skipGroup()
    let whole = rest[..<end.rest.startIndex]
    guard whole.count > 1, whole.last == close else { return nil }
    rest = end.rest
    return String(whole.dropFirst().dropLast())
  }

  /// The parts between commas, trimmed.
  func parts() -> [String] { pieces { $0 == "," } }

  /// The lines and the parts between semicolons, trimmed, without empty ones. A line that begins with a point continues the one before it.
  func statements() -> [String] {
    pieces { $0 == "\n" || $0 == ";" }.reduce(into: []) { statements, line in
      if line.hasPrefix("."), !statements.isEmpty { statements[statements.count - 1] += line } else { statements.append(line) }
    }
  }

  /// The body of a closure without its captures and parameters.
  func withoutSignature() -> Substring {
    var reader = self
    while !reader.rest.isEmpty {
      // A loop has an `in` that is none of the closure's.
      if reader.rest.hasPrefix("for ") { return rest }
      if reader.rest.hasPrefix("in"), reader.rest.dropFirst(2).first?.isWhitespace ?? true { return reader.rest.dropFirst(2) }
      reader.skipWord()
    }
    return rest
  }

  private func pieces(separatedBy isSeparator: (Character) -> Bool) -> [String] {
    var reader = self
    var pieces: [String] = []
    var piece = ""
    while let next = reader.rest.first {
      if isSeparator(next) {
        pieces.append(piece)
        piece = ""
        reader.rest.removeFirst()
        continue
      }
      let start = reader.rest.startIndex
      let isComment = reader.rest.hasPrefix("//") || reader.rest.hasPrefix("/*")
      reader.skip()
      if !isComment { piece += rest[start..<reader.rest.startIndex] }
    }
    return (pieces + [piece]).map(CodeReader.trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ piece: String) -> String {
    let start = piece.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }

  private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }

  private mutating func skipWord() {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    if word.isEmpty { skip() } else { rest = rest[word.endIndex...] }
  }

  /// Skips a character, or the literal, the comment or the group that begins here.
  private mutating func skip() {
    switch rest.first {
    case "\"": skipLiteral()
    case "(", "[", "{": skipGroup()
    case "/" where rest.hasPrefix("//"): rest = rest.drop { $0 != "\n" }
    case "/" where rest.hasPrefix("/*"): skipBlockComment()
    case nil: break
    default: rest.removeFirst()
    }
  }

  /// Such comments may be inside each other.
  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      let step = rest.hasPrefix("/*") ? 1 : rest.hasPrefix("*/") ? -1 : 0
      depth += step
      rest = rest.dropFirst(step == 0 ? 1 : 2)
    } while depth > 0 && !rest.isEmpty
  }

  private mutating func skipGroup() {
    guard !rest.isEmpty else { return }
    rest.removeFirst()
    while let next = rest.first {
      if ")]}".contains(next) {
        rest.removeFirst()
        return
      }
      skip()
    }
  }

  private mutating func skipLiteral() {
    rest.removeFirst()
    while let next = rest.first {
      rest.removeFirst()
      if next == "\"" { return }
      if next == "\\", !rest.isEmpty {
        if rest.first == "(" { skipGroup() } else { rest.removeFirst() }
      }
    }
  }
}
