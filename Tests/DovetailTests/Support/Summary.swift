// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

extension ResolutionError {
  /// The facts of the error in two lines that do not depend on where the test is written.
  ///
  /// The first is the ID and the message, the second the path.
  var summary: String { "[\(code)] \(diagnostic.message)\n\(path.map(\.key).joined(separator: " -> "))" }
}

extension CloseError {
  /// The facts of the error, a line each, that do not depend on where the test is written.
  var summary: String {
    let lines = failures.map { "\($0.key): \($0.error.map { "\($0)" } ?? "has to be awaited")" }
    return (["[\(diagnosticID)] \(owner)"] + lines + (cause.map { ["after \($0)"] } ?? [])).joined(separator: "\n")
  }
}

/// Runs something that has to fail on closing.
///
/// - Returns: The summary of its error.
func closeFailure<Value>(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Value
) -> String {
  #expect(throws: CloseError.self, sourceLocation: sourceLocation) { _ = try body() }?.summary ?? "no CloseError"
}

/// Runs a request that has to fail.
///
/// - Returns: The summary of its error.
func failure<Value>(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ request: () throws -> Value
) -> String {
  #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { _ = try request() }?.summary ?? "no ResolutionError"
}
