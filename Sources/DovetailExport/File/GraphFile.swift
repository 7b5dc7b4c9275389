// SPDX-License-Identifier: Apache-2.0
public import DovetailChecks

/// A graph with its diagnostics, as stored in a file.
///
/// ```swift
/// try GraphFile(container.graph).write(to: "graph.json")
/// let file = try GraphFile(at: "graph.json")
/// ```
///
/// The file has a version. This code reads every version up to its own, and refuses newer ones and every other file with a ``GraphFileError`` that says how to
/// fix it.
public struct GraphFile: Sendable {
  /// The value of the member `format` in every file.
  public static let format = "dovetail-graph"
  /// The version that is written, and the newest that is read.
  public static let version = 1

  /// The graph. Types that were read from a file are known by their names alone.
  public let graph: Graph
  /// The diagnostics of the graph.
  public let report: Report

  /// Creates a file from a graph, which is checked.
  public init(_ graph: Graph) { self.init(graph, report: GraphCheck.run(on: graph)) }

  /// Creates a file from a graph and its diagnostics.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - report: Its diagnostics, with those that a graph alone cannot show.
  public init(_ graph: Graph, report: Report) {
    self.graph = graph
    self.report = report
  }

  /// The diagnostics in the file, and the current diagnostics of the checks on its graph, each once.
  ///
  /// A file written by an older version, or by hand, cannot hide a diagnostic by leaving it out.
  ///
  /// - Complexity: O(bindings + needs) and the cost of the checks.
  public var checked: Report {
    struct Place: Hashable {
      var id: Diagnostic.ID
      var location: SourceLocation
      init(_ diagnostic: Diagnostic) { (id, location) = (diagnostic.id, diagnostic.location) }
    }
    let known = Dictionary(grouping: report.diagnostics, by: Place.init)
    let current = Dictionary(grouping: GraphCheck.run(on: graph).diagnostics, by: Place.init)
    let more = current.flatMap { place, findings in
      let messages = Set(known[place, default: []].map(\.message))
      // A message may name what a file does not have, such as the value of a module. Then the number tells that none was left out.
      return findings.count > known[place, default: []].count ? findings.filter { !messages.contains($0.message) } : []
    }
    return Report(report.diagnostics + more)
  }
}

extension Graph {
  /// Writes the graph and its diagnostics to a file, as `GraphFile` does.
  ///
  /// - Parameter path: The target; `-` is standard output.
  /// - Throws: `GraphFileError` with code `unwritable`; then nothing was changed.
  public func write(to path: String) throws(GraphFileError) { try GraphFile(self).write(to: path) }
}
