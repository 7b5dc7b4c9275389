// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph
internal import Foundation

extension Report {
  /// The diagnostics for people at a terminal: as in ``Report/description``, with the line of source that each is about, a mark under its column, and the address
  /// of the page that explains the diagnostic.
  ///
  /// - Parameter root: The folder of the package. A line whose file is not found there is left out.
  /// - Returns: A block for each diagnostic, and a last line that counts them, without a line break at the end.
  public func annotated(in root: String = ".") -> String {
    var excerpts = Excerpts(in: root)
    let blocks = diagnostics.map { diagnostic in
      var lines = diagnostic.description.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      // The line behind the message has the location.
      if diagnostic.location.isKnown { lines.insert(contentsOf: excerpts.lines(at: diagnostic.location), at: 2) }
      if let page = diagnostic.id.page { lines.append("  docs: \(page)") }
      return lines.joined(separator: "\n")
    }
    return (blocks + [DiagnosticRenderer.summary(self)]).joined(separator: "\n\n")
  }
}

/// The lines of source files, each file read once.
private struct Excerpts {
  private let root: String
  private var files: SourceFiles
  private var texts: [String: [Substring]] = [:]

  init(in root: String) { (self.root, files) = (root, SourceFiles(in: root)) }

  /// The line at a location, and one with a mark under its column; nothing if the file is not found, or has become shorter.
  mutating func lines(at location: SourceLocation) -> [String] {
    let text = text(of: files.path(of: location.file))
    guard text.indices.contains(location.line - 1) else { return [] }
    let (number, line) = ("\(location.line)", text[location.line - 1])
    let shown = "    \(number) | \(line)"
    guard location.column > 0 else { return [shown] }
    // The compiler counts bytes. A tab stays one, so that the mark stands below its column.
    let before = String(decoding: line.utf8.prefix(location.column - 1), as: UTF8.self).map { $0 == "\t" ? $0 : " " }
    return [shown, "    \(String(repeating: " ", count: number.count)) | \(String(before))^"]
  }

  private mutating func text(of path: String) -> [Substring] {
    if let known = texts[path] { return known }
    let content = FileManager.default.contents(atPath: "\(root)/\(path)").map { String(decoding: $0, as: UTF8.self) }
    let lines = content?.split(omittingEmptySubsequences: false) { $0.isNewline } ?? []
    texts[path] = lines
    return lines
  }
}
