// SPDX-License-Identifier: Apache-2.0

/// Runs every check on a graph.
///
/// ```swift
/// let report = GraphCheck.run(on: container.graph)
/// ```
public enum GraphCheck {
  /// One kind of finding. One check is one file, one ID, one golden text and one page of the documentation.
  package protocol Check: SendableMetatype {
    static var id: Diagnostic.ID { get }
    static func findings(in subject: Subject) -> [Diagnostic]
  }

  /// All checks; they are independent of each other.
  package static let all: [any Check.Type] = [
    AsyncNeedCheck.self,
    CaptiveDependencyCheck.self,
    DependencyCycleCheck.self,
    DuplicateBindingCheck.self,
    DuplicateMapKeyCheck.self,
    EmptyCollectionCheck.self,
    FailingModuleCheck.self,
    IsolationMismatchCheck.self,
    MissingBindingCheck.self,
    ModuleCycleCheck.self,
    NothingToDecorateCheck.self,
    NothingToOverrideCheck.self,
    OpaqueBindingCheck.self,
    PrivateBindingCheck.self,
    ScopeCycleCheck.self,
    ShadowedBindingCheck.self,
    UnfilledInputCheck.self,
    UnknownNeedCheck.self,
    UnshareableValueCheck.self,
    UnusedBindingCheck.self,
    UselessHookCheck.self,
    VoidBindingCheck.self,
    WrongArgumentsCheck.self,
  ]

  /// Checks a graph. Builds nothing.
  ///
  /// - Returns: All findings of all checks, in the order of ``Report/diagnostics``.
  public static func run(on graph: Graph) -> Report { run(on: Wiring(graph)) }

  /// Checks a graph that is linked already.
  public static func run(on wiring: Wiring) -> Report { run(on: Subject(wiring)) }

  /// Checks a graph for a caller that needs its views afterwards.
  package static func run(on subject: Subject) -> Report { Report(all.flatMap { $0.findings(in: subject) }) }
}
