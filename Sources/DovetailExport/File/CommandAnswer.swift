// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The output and the exit code of a command: a program's hidden option, or a verb of the tool.
public struct CommandAnswer: Sendable, Hashable {
  /// The text for standard output; empty or with a line break at its end.
  public var output: String
  /// The text for standard error; empty or with a line break at its end.
  public var errors: String
  /// 0 for success, 1 when the checks found an error, 64 when the options are wrong, 73 when the file cannot be written.
  public var exitCode: Int32

  /// Creates an answer.
  public init(output: String = "", errors: String = "", exitCode: Int32 = 0) {
    self.output = output
    self.errors = errors
    self.exitCode = exitCode
  }

  /// Prints the answer on the standard streams.
  ///
  /// - Returns: The exit code of the program: ``exitCode``, or 73 when standard output cannot take the output.
  package func print() -> Int32 {
    var (errors, code) = (errors, exitCode)
    do throws(GraphFileError) {
      if !output.isEmpty { try FileSystem.write(output, to: "-") }
    } catch {
      errors += "error: \(error)\n"
      code = 73
    }
    try? FileHandle.standardError.write(contentsOf: Data(errors.utf8))
    return code
  }
}
