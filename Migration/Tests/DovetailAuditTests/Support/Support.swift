// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import Foundation
import Testing

@testable import DovetailAudit

/// The audit of some files, by their names; a file imports the container unless it says what it imports.
func audit(_ style: Style, _ files: [String: String]) throws -> Audit { Audit(try facts(style, files)) }

/// The audit of one file, `App.swift`.
func audit(_ style: Style, _ source: String) throws -> Audit { try audit(style, ["App.swift": source]) }

func audit(_ source: String) throws -> Audit { try audit(.swinject, source) }

func facts(_ style: Style, _ files: [String: String]) throws -> Facts {
  let container = style == .swinject ? "Swinject" : "Factory"
  return try Facts(
    files.sorted { $0.key < $1.key }.map { name, text in
      SourceFile(path: name, text: text.contains("import ") ? text : "import \(container)\n" + text)
    }, style: style)
}

extension Audit {
  /// The findings, a line each: `error 3 [id] message`, with the line of the file; and why it is only likely.
  var found: [String] {
    report.diagnostics.map { finding in
      let doubt =
        finding.notes.first { $0.hasPrefix("confidence: likely; ") }.map { " (\($0.dropFirst("confidence: likely; ".count)))" }
        ?? ""
      return "\(finding.location.line) [\(finding.id)] \(finding.message)\(doubt)"
    }
  }

  /// What was not understood, with its lines.
  var hidden: [String] { facts.gaps.map { "\($0.place.line) \($0.reason)" } }

  /// The bindings that were understood: `Tracker singleton <- API, Provider<History>`.
  var bindings: [String] {
    graph.bindings.prefix(foreign.entries.count).map { binding in
      let needs = binding.needs.map(\.key.description).joined(separator: ", ")
      let arguments = binding.arguments.isEmpty ? "" : " (" + binding.arguments.map(\.description).joined(separator: ", ") + ")"
      return "\(binding.key)\(arguments) \(binding.scope)" + (needs.isEmpty ? "" : " <- \(needs)")
    }
  }
}

/// What `migrate` writes for some files, by name.
func moved(_ style: Style, _ files: [String: String]) throws -> [String: String] {
  Dictionary(uniqueKeysWithValues: ModuleWriter(ForeignGraph(try facts(style, files))).files().map { ($0.name, $0.text) })
}

/// The lines of the bindings that `migrate` writes for one file.
func binds(_ style: Style, _ source: String) throws -> [String] {
  let writer = ModuleWriter(ForeignGraph(try facts(style, ["App.swift": source])))
  return writer.modules.flatMap(\.lines)
}

func binds(_ source: String) throws -> [String] { try binds(.swinject, source) }

/// A folder that is removed at the end.
struct Folder: ~Copyable {
  let path = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}

enum Places {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path
}

/// Compares a text with a file of `Tests/Golden`. With `RECORD_GOLDEN=1` in the environment it writes the file instead.
func expectGolden(_ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
  let file = URL(filePath: "\(Places.package)/Tests/Golden/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: file) }
  let wanted = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  #expect(text == wanted, sourceLocation: sourceLocation)
}
