// SPDX-License-Identifier: Apache-2.0

/// Runs every check on a graph.
///
/// ```swift
/// let report = GraphCheck.run(on: container.graph)
/// ```
public enum GraphCheck {
  /// All checks; they are independent of each other. One check is one file, one ID, one golden text and one page of the documentation.
  private static let all: [@Sendable (Subject) -> [Diagnostic]] = [
    { $0.asyncNeedFindings() },
    { $0.captiveDependencyFindings() },
    { $0.dependencyCycleFindings() },
    { $0.duplicateBindingFindings() },
    { $0.duplicateMapKeyFindings() },
    { $0.emptyCollectionFindings() },
    { $0.failingModuleFindings() },
    { $0.isolationMismatchFindings() },
    { $0.missingBindingFindings() },
    { $0.moduleCycleFindings() },
    { $0.nothingToDecorateFindings() },
    { $0.nothingToOverrideFindings() },
    { $0.opaqueBindingFindings() },
    { $0.privateBindingFindings() },
    { $0.scopeCycleFindings() },
    { $0.shadowedBindingFindings() },
    { $0.tooDeepFindings() },
    { $0.unfilledInputFindings() },
    { $0.unknownNeedFindings() },
    { $0.unshareableValueFindings() },
    { $0.unusedBindingFindings() },
    { $0.uselessHookFindings() },
    { $0.voidBindingFindings() },
    { $0.wrongArgumentsFindings() },
  ]

  /// Checks a graph. Builds nothing.
  ///
  /// - Returns: All diagnostics of all checks, in the order of ``/DovetailGraph/Report/diagnostics``.
  public static func run(on graph: Graph) -> Report { run(on: Wiring(graph)) }

  /// Checks a graph that is linked already.
  public static func run(on wiring: Wiring) -> Report { run(on: Subject(wiring)) }

  /// Checks a graph for a caller that needs its views afterwards.
  package static func run(on subject: Subject) -> Report { Report(all.flatMap { $0(subject) }) }
}
