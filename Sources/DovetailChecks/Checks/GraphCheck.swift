// SPDX-License-Identifier: Apache-2.0

/// Runs every check on a graph.
///
/// ```swift
/// let report = GraphCheck.run(on: container.graph)
/// ```
public enum GraphCheck {
  /// One kind of finding. One check is one file, one ID, one golden text and one page of the documentation.
  package struct Check: Sendable {
    package let id: Diagnostic.ID
    let findings: @Sendable (Subject) -> [Diagnostic]

    fileprivate init(_ id: Diagnostic.ID, _ findings: @escaping @Sendable (Subject) -> [Diagnostic]) {
      self.id = id
      self.findings = findings
    }
  }

  /// All checks; they are independent of each other.
  package static let all = [
    Check(.asyncNeed) { $0.asyncNeedFindings() },
    Check(.captiveDependency) { $0.captiveDependencyFindings() },
    Check(.dependencyCycle) { $0.dependencyCycleFindings() },
    Check(.duplicateBinding) { $0.duplicateBindingFindings() },
    Check(.duplicateMapKey) { $0.duplicateMapKeyFindings() },
    Check(.emptyCollection) { $0.emptyCollectionFindings() },
    Check(.failingModule) { $0.failingModuleFindings() },
    Check(.isolationMismatch) { $0.isolationMismatchFindings() },
    Check(.missingBinding) { $0.missingBindingFindings() },
    Check(.moduleCycle) { $0.moduleCycleFindings() },
    Check(.nothingToDecorate) { $0.nothingToDecorateFindings() },
    Check(.nothingToOverride) { $0.nothingToOverrideFindings() },
    Check(.opaqueBinding) { $0.opaqueBindingFindings() },
    Check(.privateBinding) { $0.privateBindingFindings() },
    Check(.scopeCycle) { $0.scopeCycleFindings() },
    Check(.shadowedBinding) { $0.shadowedBindingFindings() },
    Check(.unfilledInput) { $0.unfilledInputFindings() },
    Check(.unknownNeed) { $0.unknownNeedFindings() },
    Check(.unshareableValue) { $0.unshareableValueFindings() },
    Check(.unusedBinding) { $0.unusedBindingFindings() },
    Check(.uselessHook) { $0.uselessHookFindings() },
    Check(.voidBinding) { $0.voidBindingFindings() },
    Check(.wrongArguments) { $0.wrongArgumentsFindings() },
  ]

  /// Checks a graph. Builds nothing.
  ///
  /// - Returns: All findings of all checks, in the order of ``/DovetailGraph/Report/diagnostics``.
  public static func run(on graph: Graph) -> Report { run(on: Wiring(graph)) }

  /// Checks a graph that is linked already.
  public static func run(on wiring: Wiring) -> Report { run(on: Subject(wiring)) }

  /// Checks a graph for a caller that needs its views afterwards.
  package static func run(on subject: Subject) -> Report { Report(all.flatMap { $0.findings(subject) }) }
}
