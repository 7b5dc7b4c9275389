// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import DovetailExport

extension Tool {
  /// How diagnostics are printed.
  public enum CheckFormat: String, CaseIterable, Sendable {
    /// Blocks for people, with lines of source where the package of the working directory has them, and the addresses of pages.
    case text
    /// Lines `file:line:column: error: …`.
    case compiler
    /// SARIF 2.1.0.
    case sarif
    /// The graph file, with its diagnostics.
    case json
  }

  /// Prints what is wrong with a graph. What other tools read names files by their paths in the package of the working directory.
  ///
  /// - Returns: The diagnostics; the exit code is 1 when one of them is an error.
  public static func check(_ path: String, format: CheckFormat = .text) -> Answer {
    answer(for: path) { file throws(Refusal) in
      let report = file.checked
      let output =
        switch format {
        case .text: report.annotated() + "\n"
        case .compiler: DiagnosticRenderer(style: .compiler).render(report.located()) + "\n"
        case .sarif: report.located().sarif()
        case .json: GraphFile(file.graph, report: report).json
        }
      return Answer(output: output, exitCode: report.isValid ? 0 : 1)
    }
  }
}
