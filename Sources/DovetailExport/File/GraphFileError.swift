// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// A graph file that cannot be read or written: the problem, and the remedy.
public struct GraphFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of problem.
  public struct Code: Sendable, Hashable {
    private enum Value { case unreadable, malformed, newer, unwritable }
    private let value: Value

    /// The file is missing, a directory, too large, or may not be read.
    public static let unreadable = Code(value: .unreadable)
    /// The content is not text, not JSON, or not a graph.
    public static let malformed = Code(value: .malformed)
    /// A later version wrote the file.
    public static let newer = Code(value: .newer)
    /// The file cannot be written.
    public static let unwritable = Code(value: .unwritable)
  }

  /// The kind of problem.
  public let code: Code
  /// The file, as it was named; `-` for a standard stream, empty for text that came from elsewhere.
  public let path: String
  /// The problem, in one line.
  public let reason: String

  /// One line: the file, its problem, and the remedy.
  public var description: String {
    let file =
      path == "-" ? (code == .unwritable ? "standard output" : "standard input") : path.isEmpty ? "the graph" : "'\(path)'"
    return "cannot \(code == .unwritable ? "write" : "read") \(file.onOneLine): \(reason.onOneLine)"
  }
}
