// SPDX-License-Identifier: Apache-2.0
public import DovetailExport
internal import DovetailGraph
internal import Foundation

/// The verb `audit`: what the checks find in a program that uses Swinject or Factory, read from its sources.
public struct AuditCommand: Sendable {
  /// How the result is written.
  public enum Format: String, CaseIterable, Sendable {
    /// Blocks for people.
    case text
    /// Lines `file:line:column: error: …`.
    case compiler
    /// A page for a browser.
    case html
    /// The graph file, with its findings.
    case json
    /// SARIF 2.1.0.
    case sarif
    /// The language of Graphviz.
    case dot
    /// The language of Mermaid.
    case mermaid
  }

  /// The folder or file to read.
  public var path: String
  /// The container to look for; `nil` for those that the files import.
  public var style: Style?
  /// How the result is written.
  public var format: Format
  /// The file for the result; `-` is standard output.
  public var output: String
  /// Whether a warning fails the command too.
  public var isStrict: Bool
  /// Whether tests are read too.
  public var tests: Bool

  /// Creates a command.
  public init(
    path: String = ".", style: Style? = nil, format: Format = .text, output: String = "-", isStrict: Bool = false,
    tests: Bool = false
  ) {
    (self.path, self.style, self.format, self.output) = (path, style, format, output)
    (self.isStrict, self.tests) = (isStrict, tests)
  }

  /// Executes the command.
  ///
  /// - Returns: The result; the exit code is 1 when there is an error, or with ``isStrict`` any finding, 66 when nothing can be read, 73 when the file cannot be
  ///   written.
  public func answer() -> CommandAnswer { LargeStack.run { made() } }

  private func made() -> CommandAnswer {
    do throws(Refusal) {
      let audit = Audit(try Facts(at: path, style: style, tests: tests))
      let isFine = isStrict ? audit.report.diagnostics.isEmpty : audit.report.isValid
      let text = text(of: audit)
      if output != "-" { try Output.write(text, to: output) }
      return CommandAnswer(output: output == "-" ? text : "", exitCode: isFine ? 0 : 1)
    } catch {
      return CommandAnswer(errors: "dovetail: \(error.reason.onPlainLine)\n", exitCode: error.exitCode)
    }
  }

  private func text(of audit: Audit) -> String {
    switch format {
    case .text: audit.text()
    case .compiler: DiagnosticRenderer(style: .compiler).render(audit.whole) + "\n"
    case .html: GraphFile(audit.graph, report: audit.whole).page()
    case .json: GraphFile(audit.graph, report: audit.recorded).json
    case .sarif: audit.whole.sarif()
    case .dot: audit.graph.dot()
    case .mermaid: audit.graph.mermaid()
    }
  }
}

/// Writes files whole or not at all.
enum Output {
  static func write(_ text: String, to path: String) throws(Refusal) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw Refusal("cannot write '\(path)': \(reason(error))", exitCode: 73)
    }
  }

  /// The reason in words; Foundation's own words name no reason on every system.
  static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileNoSuchFile?: "there is no such file or directory"
    case .fileWriteNoPermission?: "it may not be written by this user"
    case .fileWriteOutOfSpace?: "the disk is full"
    case .fileWriteVolumeReadOnly?: "the file system is read-only"
    default: error.localizedDescription
    }
  }
}
