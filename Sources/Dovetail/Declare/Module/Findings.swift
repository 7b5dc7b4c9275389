// SPDX-License-Identifier: Apache-2.0

// Mistakes that modules and binds find before anything runs: a value that is not configured, a missing file. They are part of the same report as
// the checks' findings, and an error prevents the container.

extension Bind {
  /// Reports something about this binding. A binding that is replaced by an override reports nothing.
  ///
  /// - Parameter diagnostic: With an ID of your own; where it has no place or path, it gets those of the binding.
  public func reporting(_ diagnostic: Diagnostic) -> Self { changed { $0.declaration.findings.append(diagnostic) } }
}

extension BindingsBuilder {
  /// Reports something about the module.
  public static func buildExpression(_ diagnostic: Diagnostic) -> Bindings { Bindings(.finding(diagnostic)) }
}

extension Collector {
  /// The findings of the modules, and of the container's own binds that are in use.
  func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    let reporting = entries.indices.filter { index in
      !entries[index].isPlain && entries[index].level == level && !entries[index].item.declaration.findings.isEmpty
        && subject.wiring.isActive(index)
    }
    let reported = reporting.flatMap { index in
      entries[index].item.declaration.findings.map { Collector.placed($0, at: index, in: subject) }
    }
    return findings + reported + privateOverrideFindings(in: subject)
  }

  private static func placed(_ finding: Diagnostic, at binding: Int, in subject: GraphCheck.Subject) -> Diagnostic {
    var finding = finding
    if !finding.location.isKnown { finding.location = subject.graph.bindings[binding].location }
    // A path of one step adds nothing to the place.
    if finding.path.isEmpty, case let path = subject.path(to: binding), path.count > 1 { finding.path = path }
    return finding
  }
}

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
