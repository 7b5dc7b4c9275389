// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Foundation
internal import Testing

/// Makes a container that cannot be made.
///
/// - Returns: The whole report, with the lines of this test suite's own files left out of it.
func findings(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ make: () throws -> Container
) -> String {
  let error = #expect(throws: GraphError.self, sourceLocation: sourceLocation) { _ = try make() }
  return error.map { withoutLines($0.description) } ?? "no GraphError"
}

/// Runs a request that has to fail.
///
/// - Returns: The error.
func failure<Value>(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ request: () throws -> Value
) throws -> ResolutionError {
  try #require(
    #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { _ = try request() }, sourceLocation: sourceLocation)
}

/// A text in which the places in files have no lines, because those move: `Car.swift:12:5` is `Car.swift`.
func withoutLines(_ text: String) -> String {
  text.replacing(/(?<file>\w+\.swift):[0-9]+(:[0-9]+)?/) { String($0.file) }
}
