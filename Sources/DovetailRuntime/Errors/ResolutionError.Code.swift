// SPDX-License-Identifier: Apache-2.0

extension ResolutionError {
  /// The reason of a failed resolution.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The stable ID as text.
    public let description: String

    package static let all = [
      missing, failed, cycle, closed, scopeNotOpen, wrongArguments, wrongType, tooDeep, unshareable,
      nothingToOverride, unobserved, unawaited, isolated,
    ]

    /// Nothing is bound for the key.
    public static let missing = Code(description: "missing-binding")
    /// A factory threw, or asked another container, which had no answer; see ``ResolutionError/underlying``.
    public static let failed = Code(description: "failed-factory")
    /// The resolution needs, on one thread or across several, a value that waits for the resolution.
    public static let cycle = Code(description: "dependency-cycle")
    /// The container or scope is closed.
    public static let closed = Code(description: "closed")
    /// The key lives in a scope type that is not open at the place of the resolution.
    public static let scopeNotOpen = Code(description: "scope-not-open")
    /// The binding takes other run-time arguments than those given.
    public static let wrongArguments = Code(description: "wrong-arguments")
    /// The value of a name does not have the resolved type.
    public static let wrongType = Code(description: "wrong-type")
    /// The resolution is nested too deeply to be answered on this thread's stack.
    public static let tooDeep = Code(description: "too-deep")
    /// The value cannot be shared in the way that its binding declares.
    public static let unshareable = Code(description: "unshareable-value")
    /// An override of a component's member could not take effect.
    public static let nothingToOverride = Code(description: "nothing-to-override")
    /// There is no graph of a component whose reads are not observed.
    public static let unobserved = Code(description: "unobserved-component")
    /// The value is made asynchronously, does not exist yet, and was resolved synchronously; or it is closed asynchronously, and the scope that would hold it
    /// is not.
    public static let unawaited = Code(description: "async-need")

    /// The value belongs to an actor, and was resolved synchronously by code outside that actor.
    public static let isolated = Code(description: "isolation-mismatch")

    /// The code of a finding that a check made when it was asked for.
    init(of id: Diagnostic.ID) { description = id.rawValue }

    private init(description: String) { self.description = description }

    /// The stable ID under which the documentation explains the failure.
    public var diagnosticID: Diagnostic.ID { Diagnostic.ID(rawValue: description) }
  }
}
