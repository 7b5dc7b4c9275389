// SPDX-License-Identifier: Apache-2.0

/// An error from reading a module that knows the place at fault.
package protocol LocatedError: Error {
  var location: SourceLocation { get }
}

/// The graph cannot be used; the error lists all of its problems.
public struct GraphError: Error, Sendable, CustomStringConvertible {
  /// All diagnostics, warnings included; at least one is an error.
  public let report: Report

  /// Creates an error from a report.
  public init(_ report: Report) { self.report = report }

  /// The whole report as text.
  public var description: String { report.description }
}
