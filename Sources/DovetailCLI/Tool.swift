// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
public import DovetailExport

/// The tool `dovetail`: one function for each of its verbs, which returns the text to print.
public enum Tool {
  /// The text to print, and the exit code: 0 when all is well, 1 when the graph has errors, 64 when the command line is wrong,
  /// 66 when a file cannot be read, 69 when another program is missing, 73 when a file cannot be written.
  public typealias Answer = CommandAnswer

  /// Reads a graph and does something with it.
  static func answer(for path: String, _ body: (GraphFile) throws(Refusal) -> Answer) -> Answer {
    do throws(GraphFileError) {
      let file = try GraphFile(at: path)
      do throws(Refusal) { return try body(file) } catch { return refusal(error.reason) }
    } catch {
      return Answer(errors: "dovetail: \(error)\n", exitCode: 66)
    }
  }

  static func refusal(_ reason: String, exitCode: Int32 = 64) -> Answer {
    Answer(errors: "dovetail: \(reason.onOneLine)\n", exitCode: exitCode)
  }
}
