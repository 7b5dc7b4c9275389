// SPDX-License-Identifier: Apache-2.0

/// A JSON value that is written the same way every time: members keep their order, and the text depends on no locale or platform.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// The value as text.
  ///
  /// - Parameters:
  ///   - lines: The number of levels that are spread over lines; deeper values stay on the line of their parent, so that a difference of two files shows the
  ///     changes.
  ///   - isInPage: Whether the text is inside a script of a page, where `<` could begin the closing tag.
  func text(lines: Int = 0, isInPage: Bool = false) -> String {
    var writer = Writer(escapesLess: isInPage)
    writer.write(self, lines: lines, indent: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The members without those that are `nil`.
  static func members(_ members: (String, JSON?)...) -> JSON {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }
}

extension JSON {
  private struct Writer {
    let escapesLess: Bool
    var bytes: [UInt8] = []

    mutating func write(_ value: JSON, lines: Int, indent: Int) {
      switch value {
      case .null: append("null")
      case .bool(let value): append(value ? "true" : "false")
      case .int(let value): append(String(value))
      case .string(let text): write(text)
      case .array(let items):
        list(items.count, "[", "]", lines: lines, indent: indent) { writer, place in
          writer.write(items[place], lines: lines - 1, indent: indent + 2)
        }
      case .object(let members):
        list(members.count, "{", "}", lines: lines, indent: indent) { writer, place in
          writer.write(members[place].0)
          writer.append(": ")
          writer.write(members[place].1, lines: lines - 1, indent: indent + 2)
        }
      }
    }

    private mutating func list(
      _ count: Int, _ open: String, _ close: String, lines: Int, indent: Int, _ item: (inout Writer, Int) -> Void
    ) {
      append(open)
      for place in 0..<count {
        if place > 0 { append(lines > 0 ? "," : ", ") }
        if lines > 0 { breakLine(indent + 2) }
        item(&self, place)
      }
      if lines > 0, count > 0 { breakLine(indent) }
      append(close)
    }

    private mutating func breakLine(_ indent: Int) {
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Characters that break lines, move the cursor or change the reading direction are escaped.
    private mutating func write(_ text: String) {
      bytes.append(UInt8(ascii: "\""))
      for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x22, 0x5C:
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(UInt8(scalar.value))
        case 0x3C where escapesLess: escape(scalar.value)
        case 0x20...0x7E: bytes.append(UInt8(scalar.value))
        case 0...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: escape(scalar.value)
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
      bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ value: UInt32) {
      let digits = String(value, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}
