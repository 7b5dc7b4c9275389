// SPDX-License-Identifier: Apache-2.0

extension DiagnosticRenderer {
  /// A diagnostic as a compiler prints it: `path:line:column: error: message [id]`, then its details as notes.
  func compilerLines(_ diagnostic: Diagnostic) -> [String] {
    let here = place(diagnostic.location)
    var lines = ["\(here): \(diagnostic.severity): \(diagnostic.message.onOneLine) [\(diagnostic.id)]"]
    let steps = Self.shortened(diagnostic.path)
    if steps.count > 1 { lines.append("\(here): note: \(steps.map { $0?.key.onOneLine ?? "…" }.joined(separator: " -> "))") }
    for case let step? in steps where step.location.isKnown {
      let note = step.note.isEmpty ? "" : ": \(step.note.onOneLine)"
      lines.append("\(place(step.location)): note: \(step.key.onOneLine)\(note)")
    }
    lines += diagnostic.notes.map { "\(here): note: \($0.onOneLine)" }
    lines += diagnostic.similar.map { "\(here): note: similar: \($0.onOneLine)" }
    if let help = diagnostic.help { lines.append("\(here): note: help: \(help.onOneLine)") }
    return lines
  }

  /// The whole path, as tools need it; `<unknown>:0`, in the form of the Swift compiler, when there is none.
  private func place(_ location: SourceLocation) -> String {
    location.isKnown ? "\(location.file.onOneLine):\(location.line):\(location.column)" : "<unknown>:0"
  }
}
