// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import DovetailExport

extension Tool {
  /// The format of a drawn graph.
  public enum RenderFormat: String, CaseIterable, Sendable {
    /// A page that needs nothing else, for a browser.
    case html
    /// A picture, made by Graphviz.
    case svg
    /// The language of Graphviz.
    case dot
    /// The language of Mermaid.
    case mermaid
    /// A tree of text.
    case tree
    /// The graph file, in its newest version.
    case json
  }

  /// Draws a graph.
  ///
  /// - Parameters:
  ///   - path: The graph file; `-` is standard input.
  ///   - format: What it is drawn as.
  ///   - target: Where the result is written, whole or not at all; `-` is standard output.
  public static func render(_ path: String, format: RenderFormat, to target: String = "-") -> Answer {
    render(path, format: format, to: target, graphviz: Graphviz())
  }

  static func render(_ path: String, format: RenderFormat, to target: String = "-", graphviz: Graphviz) -> Answer {
    let answer = answer(for: path) { file throws(Refusal) in
      switch format {
      case .html: Answer(output: GraphFile(file.graph, report: file.checked).page(sources: "."))
      case .svg: graphviz.svg(of: file.graph.dot())
      case .dot: Answer(output: file.graph.dot())
      case .mermaid: Answer(output: file.graph.mermaid())
      case .tree: Answer(output: file.graph.textTree() + "\n")
      case .json: Answer(output: GraphFile(file.graph, report: file.checked).json)
      }
    }
    guard target != "-", answer.exitCode == 0 else { return answer }
    do throws(GraphFileError) {
      try FileSystem.write(answer.output, to: target)
      return Answer()
    } catch {
      return Answer(errors: "dovetail: \(error)\n", exitCode: 73)
    }
  }
}
