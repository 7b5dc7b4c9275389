// SPDX-License-Identifier: Apache-2.0

/// Turns diagnostics into text: the only code that formats a report.
///
/// Types are printed in full. A path of more than two dozen steps is printed without its middle, and the text says so.
public struct DiagnosticRenderer: Sendable {
  /// The reader of the text.
  public enum Style: Sendable, Hashable {
    /// People: a block for every diagnostic.
    case text
    /// Tools that read a compiler's output: a line `path:line:column: error: …`, and its details as notes.
    case compiler
  }

  /// The reader of the text.
  public var style: Style

  /// Creates a renderer.
  public init(style: Style = .text) { self.style = style }

  /// A diagnostic as text, without a line break at the end.
  public func render(_ diagnostic: Diagnostic) -> String { render([diagnostic]) }

  /// All diagnostics of a report, with a last line that counts them.
  public func render(_ report: Report) -> String {
    (texts(report.diagnostics) + [DiagnosticRenderer.summary(report)]).joined(separator: separator)
  }

  /// Diagnostics as text in their order, without a line that counts them and without a line break at the end.
  ///
  /// In the style for people, the first diagnostic of each ID of the checks names the page that explains it.
  public func render(_ diagnostics: [Diagnostic]) -> String { texts(diagnostics).joined(separator: separator) }

  private var separator: String { style == .text ? "\n\n" : "\n" }

  /// The text of each diagnostic.
  private func texts(_ diagnostics: [Diagnostic]) -> [String] {
    switch style {
    case .text: DiagnosticRenderer.blocks(diagnostics) { _ in [] }
    case .compiler: diagnostics.map { compilerLines($0).joined(separator: "\n") }
    }
  }

  /// Diagnostics as blocks for people; the first of each ID has the address of its page.
  ///
  /// - Parameter source: Gives the lines to show below the location of a diagnostic.
  package static func blocks(_ diagnostics: [Diagnostic], source: (Diagnostic) -> [String]) -> [String] {
    var explained: Set<Diagnostic.ID> = []
    return diagnostics.map { diagnostic in
      block(diagnostic, source: source(diagnostic), page: explained.insert(diagnostic.id).inserted ? diagnostic.id.page : nil)
    }
  }

  /// A diagnostic as a block for people.
  ///
  /// - Parameters:
  ///   - source: Lines to show below the location.
  ///   - page: The address of the page that explains the diagnostic.
  package static func block(_ diagnostic: Diagnostic, source: [String] = [], page: String? = nil) -> String {
    var lines = ["\(diagnostic.severity): [\(diagnostic.id)] \(diagnostic.message.onOneLine)"]
    if diagnostic.location.isKnown { lines += ["  \(diagnostic.location.description.onOneLine)"] + source }
    let steps = shortened(diagnostic.path)
    if steps.count > 1 { lines.append("  " + steps.map { $0?.key.onOneLine ?? "…" }.joined(separator: " -> ")) }
    lines += table(diagnostic.path)
    lines += diagnostic.notes.map { "  \($0.onOneLine)" }
    if !diagnostic.similar.isEmpty { lines.append("  similar: \(diagnostic.similar.map(\.onOneLine).joined(separator: "; "))") }
    if let help = diagnostic.help { lines.append("  help: \(help.onOneLine)") }
    if let page { lines.append("  docs: \(page)") }
    return lines.joined(separator: "\n")
  }

  /// The number of diagnostics: `3 errors, 1 warning`, or `no diagnostics`.
  package static func summary(_ report: Report) -> String {
    let counts = [(report.errors.count, "error"), (report.warnings.count, "warning")]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return words.isEmpty ? "no diagnostics" : words.joined(separator: ", ")
  }

  // MARK: The shape for people

  /// The steps below each other: key, place and note in columns. Steps without a place are only in the arrow line, and so is the last step of a cycle.
  private static func table(_ path: [Diagnostic.Step]) -> [String] {
    // The note of a cycle's first step also has the form of the next step.
    let isClosed = path.count > 1 && path.first?.key == path.last?.key && path.first?.location == path.last?.location
    let shown = isClosed ? path.dropLast() : path[...]
    let rows = shortened(shown)
      .filter { $0.map { $0.location.isKnown || !$0.note.isEmpty } ?? true }
    let keys = column(rows.compactMap { $0?.key.onOneLine })
    let places = column(rows.compactMap { $0?.place })
    return rows.map { row in
      guard let row else { return "    … \(shown.count - shownSteps) more" }
      var line = "    " + row.key.onOneLine.padded(to: keys) + "   " + row.place.padded(to: places) + "   " + row.note.onOneLine
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The number of shown steps of a long path, half of them from each end.
  static let shownSteps = 24

  /// A path without its middle, marked by `nil`, if it is long.
  static func shortened(_ path: some Collection<Diagnostic.Step>) -> [Diagnostic.Step?] {
    guard path.count > shownSteps else { return Array(path) }
    return Array(path.prefix(shownSteps / 2)) + [nil] + Array(path.suffix(shownSteps / 2))
  }

  /// The width of a column; texts wider than 40 characters are ignored.
  static func column(_ texts: [String]) -> Int { texts.map(\.count).filter { $0 <= 40 }.max() ?? 0 }
}

extension Diagnostic.Step {
  fileprivate var place: String { location.isKnown ? location.inShort.onOneLine : "" }
}

extension String {
  package func padded(to width: Int) -> String {
    let count = count
    return count < width ? self + String(repeating: " ", count: width - count) : self
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic as a block of text, with the address of its page if it is one of the checks.
  public var description: String { DiagnosticRenderer().render(self) }
}

extension Report: CustomStringConvertible {
  /// The diagnostics as blocks of text, and a line that counts them. The first of each ID has the address of its page.
  public var description: String { DiagnosticRenderer().render(self) }
}

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
