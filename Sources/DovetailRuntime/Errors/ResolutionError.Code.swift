// SPDX-License-Identifier: Apache-2.0

extension ResolutionError {
  /// The reason of a failed request.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Reason: String, CaseIterable {
      case missing = "missing-binding"
      case failed = "failed-factory"
      case cycle = "dependency-cycle"
      case closed = "closed"
      case scopeNotOpen = "scope-not-open"
      case wrongArguments = "wrong-arguments"
      case wrongType = "wrong-type"
      case tooDeep = "too-deep"
      case unshareable = "unshareable-value"
      case unkeyedArguments = "unkeyed-arguments"
      case nothingToOverride = "nothing-to-override"
      case unobserved = "unobserved-component"
      case unawaited = "async-need"
      case isolated = "isolation-mismatch"
    }

    private let reason: Reason

    /// All codes.
    package static let all = Reason.allCases.map { Code(reason: $0) }

    /// Nothing is bound for the key.
    public static let missing = Code(reason: .missing)
    /// A factory threw, or asked another container, which had no answer; see ``ResolutionError/underlying``.
    public static let failed = Code(reason: .failed)
    /// The request needs, on one thread or across several, a value that waits for the request.
    public static let cycle = Code(reason: .cycle)
    /// The container or scope is closed.
    public static let closed = Code(reason: .closed)
    /// The key lives in a kind of scope that is not open at the place of the request.
    public static let scopeNotOpen = Code(reason: .scopeNotOpen)
    /// The bind takes other run-time arguments than those given.
    public static let wrongArguments = Code(reason: .wrongArguments)
    /// The value of a name does not have the requested type.
    public static let wrongType = Code(reason: .wrongType)
    /// The request is nested too deeply to be answered on this thread's stack.
    public static let tooDeep = Code(reason: .tooDeep)
    /// The value cannot be shared in the way that its bind declares.
    public static let unshareable = Code(reason: .unshareable)

    /// A component's method has parameters and shares one instance for all of them.
    public static let unkeyedArguments = Code(reason: .unkeyedArguments)
    /// An override of a component's member could not take effect.
    public static let nothingToOverride = Code(reason: .nothingToOverride)
    /// The graph was requested of a component whose reads are not observed.
    public static let unobserved = Code(reason: .unobserved)
    /// The value is made asynchronously, does not exist yet, and was requested synchronously; or it is closed asynchronously, and the scope that would hold it
    /// is not.
    public static let unawaited = Code(reason: .unawaited)

    /// The value belongs to an actor, and was requested synchronously by code outside that actor.
    public static let isolated = Code(reason: .isolated)

    /// The stable ID under which the documentation explains the failure.
    public var diagnosticID: Diagnostic.ID { Diagnostic.ID(rawValue: reason.rawValue) }
    /// The stable ID as text.
    public var description: String { reason.rawValue }
  }
}
