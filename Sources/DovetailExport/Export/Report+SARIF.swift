// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph

extension Report {
  /// The diagnostics in the format in which tools for reviewing code exchange them, version 2.1.0, as JSON that ends with a line break.
  ///
  /// The rules are the IDs that occur, sorted, each with the address of its page if it has one; the results are in the order of ``Report/diagnostics``. A path becomes the related
  /// locations of its result. Equal reports give equal text.
  ///
  /// - Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", 2020.
  public func sarif() -> String {
    let ids = Set(diagnostics.map(\.id.rawValue)).sorted()
    let driver = JSON.object([
      ("name", .string("dovetail")),
      ("rules", .array(ids.map { rule($0) })),
    ])
    let run = JSON.object([
      ("tool", .object([("driver", driver)])),
      ("columnKind", .string("unicodeCodePoints")),
      ("results", .array(diagnostics.map(\.result))),
    ])
    let root = JSON.object([
      ("$schema", .string("https://json.schemastore.org/sarif-2.1.0.json")),
      ("version", .string("2.1.0")),
      ("runs", .array([run])),
    ])
    return root.text(lines: 4) + "\n"
  }
}

private func rule(_ id: String) -> JSON {
  .members(("id", .string(id)), ("helpUri", Diagnostic.ID(rawValue: id).page.map { .string($0) }))
}

extension Diagnostic {
  fileprivate var result: JSON {
    let related = path.filter(\.location.isKnown).map { step in
      JSON.object([
        ("physicalLocation", step.location.physical),
        ("message", text(step.note.isEmpty ? step.key : "\(step.key): \(step.note)")),
      ])
    }
    return .members(
      ("ruleId", .string(id.rawValue)),
      ("level", .string(severity.rawValue)),
      ("message", text(explanation)),
      ("locations", location.isKnown ? .array([.object([("physicalLocation", location.physical)])]) : nil),
      ("relatedLocations", related.isEmpty ? nil : .array(related)))
  }

  /// The message with its notes and help, in lines.
  private var explanation: String {
    var lines = [message.onOneLine]
    if path.count > 1 { lines.append(path.map(\.key.onOneLine).joined(separator: " -> ")) }
    lines += notes.map(\.onOneLine)
    if !similar.isEmpty { lines.append("similar: " + similar.map(\.onOneLine).joined(separator: "; ")) }
    if let help { lines.append("help: " + help.onOneLine) }
    return lines.joined(separator: "\n")
  }

  private func text(_ text: String) -> JSON { .object([("text", .string(text))]) }
}

extension SourceLocation {
  fileprivate var physical: JSON {
    .object([
      ("artifactLocation", .object([("uri", .string(uri))])),
      ("region", .object([("startLine", .int(line))] + (column > 0 ? [("startColumn", .int(column))] : []))),
    ])
  }

  /// The file as a relative reference: bytes with a meaning in a URI are written as `%` and two digits.
  private var uri: String {
    var result = ""
    for byte in file.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
