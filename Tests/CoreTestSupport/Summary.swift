// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import Testing
internal import TestSupport

extension ResolutionError {
  /// The facts of the error in two lines that do not depend on where the test is written.
  ///
  /// The first is the ID and the message, the second the path.
  package var summary: String { "[\(code)] \(diagnostic.message)\n\(path.map(\.key).joined(separator: " -> "))" }
}

extension ResolutionError.Step {
  /// A step for a key that exists in the test only.
  package static func named(_ name: String) -> Self {
    Self(key: Graph.Key(type: TypeName(text: name)), location: .unknown, scope: .singleton, module: TypeName(text: "the test"))
  }
}

extension CloseError {
  /// The facts of the error, a line each, that do not depend on where the test is written.
  package var summary: String {
    let lines = failures.map { "\($0.key): \($0.error.map { "\($0)" } ?? "has to be awaited")" }
    return (["[\(diagnosticID)] \(owner)"] + lines + (cause.map { ["after \($0)"] } ?? [])).joined(separator: "\n")
  }
}

/// Runs something that has to fail on closing.
///
/// - Returns: The summary of its error.
package func closeFailure<Value>(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ body: () throws -> Value
) -> String {
  #expect(throws: CloseError.self, sourceLocation: sourceLocation) { _ = try body() }?.summary ?? "no CloseError"
}

/// Runs a request that has to fail.
///
/// - Returns: The summary of its error.
package func failure<Value>(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ request: () throws -> Value
) -> String {
  #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { _ = try request() }?.summary ?? "no ResolutionError"
}
