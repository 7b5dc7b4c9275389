// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph

extension Report {
  /// The diagnostics for people at a terminal: as in ``Report/description``, with the line of source that each is about and a mark under its column.
  ///
  /// - Parameter root: The folder of the package. A line whose file is not found there is left out.
  /// - Returns: A block for each diagnostic, and a last line that counts them, without a line break at the end.
  public func annotated(in root: String = ".") -> String {
    var files = SourceFiles(in: root)
    let blocks = DiagnosticRenderer.blocks(diagnostics) { files.excerpt(at: $0.location) }
    return (blocks + [DiagnosticRenderer.summary(self)]).joined(separator: "\n\n")
  }
}

extension SourceFiles {
  /// The line at a location, and one with a mark under its column; nothing if the file is not found, or has become shorter.
  fileprivate mutating func excerpt(at location: SourceLocation) -> [String] {
    let lines = lines(of: location.file)
    guard lines.indices.contains(location.line - 1) else { return [] }
    let (number, line) = ("\(location.line)", lines[location.line - 1])
    let shown = "    \(number) | \(line)"
    guard location.column > 0 else { return [shown] }
    // The compiler counts bytes. A tab stays one, so that the mark stands below its column.
    let before = String(decoding: line.utf8.prefix(location.column - 1), as: UTF8.self).map { $0 == "\t" ? $0 : " " }
    return [shown, "    \(String(repeating: " ", count: number.count)) | \(String(before))^"]
  }
}
