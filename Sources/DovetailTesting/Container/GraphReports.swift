// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

/// The reports about the graph of one trait: the first test that a report fails shows the whole of it, the others where it is.
final class GraphReports: Sendable {
  private let places = Lock<[String: String]>([:])

  /// The text of an issue of a test, for an error when its container is made.
  func text(of error: any Error, for test: Test) -> String {
    let report = "\(error)"
    guard let error = error as? GraphError else { return report }
    let place = "'\(test.displayName ?? test.name)' (\(test.sourceLocation.fileName):\(test.sourceLocation.line))"
    let first = places.withLock { places in
      defer { if places[report] == nil { places[report] = place } }
      return places[report]
    }
    guard let first else { return report }
    let ids = error.report.errors.map(\.id.rawValue)
    let distinct = ids.enumerated().filter { ids.firstIndex(of: $1) == $0 }.map(\.element).joined(separator: ", ")
    return "error: [\(distinct)] the container cannot be made; the whole report is the issue of \(first)"
  }
}
