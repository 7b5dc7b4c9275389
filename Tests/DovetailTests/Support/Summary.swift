// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

extension ResolutionError {
  /// The facts of the error in two lines that do not depend on where the test is written.
  ///
  /// The first is the ID and the message, the second the path.
  var summary: String { "[\(code)] \(diagnostic.message)\n\(path.map(\.key).joined(separator: " -> "))" }
}

/// Runs a request that has to fail.
///
/// - Returns: The summary of its error.
func failure<Value>(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ request: () throws -> Value
) -> String {
  #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { _ = try request() }?.summary ?? "no ResolutionError"
}
