// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A page of the documentation, with its blocks of code.
struct Page {
  /// A block between fences.
  struct Block {
    /// What stands behind the opening fence; nothing for what a program says.
    let language: String
    let text: String
  }

  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let catalogue = package.appending(path: "Sources/Dovetail/Documentation.docc")
  private static let snippets = package.appending(path: "Tests/GuideTests/Snippets")

  let name: String
  let blocks: [Block]

  /// Reads a page of the catalogue, named by its path in it without the suffix, or the README.
  init(_ name: String) throws {
    self.name = name
    blocks = Page.blocks(of: try Page.text(of: name))
  }

  /// The whole page, or the README or the changelog.
  static func text(of name: String) throws -> String {
    let folder = ["README", "CHANGELOG"].contains(name) ? Page.package : Page.catalogue
    let url = folder.appending(path: name + ".md")
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// The names of all pages of the catalogue, sorted.
  static func everyPage() throws -> [String] {
    let files = FileManager.default.enumerator(atPath: catalogue.path())?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(".md".count)) }.sorted()
  }

  /// The names of all pages that show code, the README's among them, sorted.
  static func all() throws -> [String] {
    let names = try ["README"] + everyPage()
    return try names.filter { try !Page($0).blocks.isEmpty }.sorted()
  }

  /// The texts of all Swift files in a folder of the package, with the path of each.
  static func swiftFiles(in folder: String) throws -> [(path: String, text: String)] {
    let paths = FileManager.default.enumerator(atPath: package.appending(path: folder).path())?.compactMap { $0 as? String } ?? []
    return try paths.sorted().filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
      .map { ("\(folder)/\($0)", try String(contentsOf: package.appending(path: "\(folder)/\($0)"), encoding: .utf8)) }
  }

  /// The snippets that have to be compiled: all Swift but what belongs into a package's manifest.
  var snippets: [String] {
    blocks.filter { $0.language == "swift" && !$0.text.contains(".package(") }.map(\.text)
  }

  /// The frameworks whose Swift the page shows, one for each block: behind the language, the fence names whose code it is.
  var frameworks: [String] {
    blocks.filter { $0.language.hasPrefix("swift ") }.map { String($0.language.dropFirst("swift ".count)) }
  }

  /// What the page shows of a program's words.
  var messages: [String] { blocks.filter { $0.language.isEmpty }.map(\.text) }

  /// The blocks in a language that no compiler of ours reads, each with the line break at its end.
  func blocks(in language: String) -> [String] { blocks.filter { $0.language == language }.map { $0.text + "\n" } }

  /// What the page says that its code prints: the comments behind code.
  var printed: [String] {
    snippets.flatMap { $0.matches(of: /\S  \/\/ (.*)/).map { String($0.1) } }
  }

  /// The number of `print`s without such a comment.
  var silentPrints: Int {
    snippets.map { $0.matches(of: /^ *print\((?!.*\)  \/\/ )/.anchorsMatchLineEndings()).count }.reduce(0, +)
  }

  /// The file that holds the page's snippets, in the shape of ``normalised(_:)``.
  func compiled() throws -> String { Page.normalised(try file()) }

  /// The modules that the file imports.
  func imported() throws -> Set<String> { Page.imports(of: try file()) }

  private func file() throws -> String {
    let name = name.split(separator: "/").last.map(String.init) ?? name
    let camel = name.contains("-") ? name.split(separator: "-").map(\.capitalized).joined() : name
    let folder = Page.snippets.appending(path: name.contains("-") ? "Diagnostics" : ".")
    return try String(contentsOf: folder.appending(path: camel + "Snippets.swift"), encoding: .utf8)
  }

  /// Code as it is compared: without indentation, empty lines and imports.
  static func normalised(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }

  /// The modules that code imports, at whatever access level.
  static func imports(of code: String) -> Set<String> {
    Set(code.matches(of: /^ *(?:\w+ )?import (\w+)$/.anchorsMatchLineEndings()).map { String($0.1) })
  }

  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var language: String?
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let open = language { blocks.append(Block(language: open, text: lines.joined(separator: "\n"))) }
        language = language == nil ? String(line.dropFirst(3)) : nil
        lines = []
      } else if language != nil {
        lines.append(line)
      }
    }
    return blocks
  }
}
