// SPDX-License-Identifier: Apache-2.0

/// Runs every check on a graph.
///
/// ```swift
/// let report = GraphCheck.run(on: container.graph)
/// ```
public enum GraphCheck {
  /// One kind of diagnostic. One check is one file, one ID, one golden text and one page of the documentation.
  package struct Check: Sendable {
    package let id: Diagnostic.ID
    let findings: @Sendable (Subject) -> [Diagnostic]
  }

  /// All checks; they are independent of each other.
  package static let all = [
    Check(id: .asyncNeed) { $0.asyncNeedFindings() },
    Check(id: .captiveDependency) { $0.captiveDependencyFindings() },
    Check(id: .dependencyCycle) { $0.dependencyCycleFindings() },
    Check(id: .duplicateBinding) { $0.duplicateBindingFindings() },
    Check(id: .duplicateMapKey) { $0.duplicateMapKeyFindings() },
    Check(id: .emptyCollection) { $0.emptyCollectionFindings() },
    Check(id: .failingModule) { $0.failingModuleFindings() },
    Check(id: .isolationMismatch) { $0.isolationMismatchFindings() },
    Check(id: .missingBinding) { $0.missingBindingFindings() },
    Check(id: .moduleCycle) { $0.moduleCycleFindings() },
    Check(id: .nothingToDecorate) { $0.nothingToDecorateFindings() },
    Check(id: .nothingToOverride) { $0.nothingToOverrideFindings() },
    Check(id: .opaqueBinding) { $0.opaqueBindingFindings() },
    Check(id: .privateBinding) { $0.privateBindingFindings() },
    Check(id: .scopeCycle) { $0.scopeCycleFindings() },
    Check(id: .shadowedBinding) { $0.shadowedBindingFindings() },
    Check(id: .tooDeep) { $0.tooDeepFindings() },
    Check(id: .unfilledInput) { $0.unfilledInputFindings() },
    Check(id: .unknownNeed) { $0.unknownNeedFindings() },
    Check(id: .unshareableValue) { $0.unshareableValueFindings() },
    Check(id: .unusedBinding) { $0.unusedBindingFindings() },
    Check(id: .uselessHook) { $0.uselessHookFindings() },
    Check(id: .voidBinding) { $0.voidBindingFindings() },
    Check(id: .wrongArguments) { $0.wrongArgumentsFindings() },
  ]

  /// Checks a graph. Builds nothing.
  ///
  /// - Returns: All diagnostics of all checks, in the order of ``/DovetailGraph/Report/diagnostics``.
  public static func run(on graph: Graph) -> Report { run(on: Wiring(graph)) }

  /// Checks a graph that is linked already.
  public static func run(on wiring: Wiring) -> Report { run(on: Subject(wiring)) }

  /// Checks a graph for a caller that needs its views afterwards.
  package static func run(on subject: Subject) -> Report { Report(all.flatMap { $0.findings(subject) }) }
}
