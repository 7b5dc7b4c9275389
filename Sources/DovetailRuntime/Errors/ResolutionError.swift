// SPDX-License-Identifier: Apache-2.0

/// A resolution could not be answered: the reason, the key, and the path of the resolution.
///
/// Nothing of the failed resolution is kept: the next resolution tries again.
public struct ResolutionError: Error, Sendable {
  /// One step on the path of a request, with the facts to describe it later. An object: it stands in many frames of a deep request.
  package final class Step: Sendable {
    package let key: Graph.Key
    package let location: SourceLocation
    package let scope: Graph.Scope
    package let module: TypeName
    /// Whether it is a member of a component.
    let isMember: Bool
    /// Whether it reaches out of the program; see `Bind.external`.
    let isExternal: Bool
    /// The family of the step's owner; see ``ContainerContext/family``.
    let family: ContainerFamily

    package init(
      key: Graph.Key, location: SourceLocation, scope: Graph.Scope, module: TypeName, isMember: Bool = false,
      isExternal: Bool = false, family: ContainerFamily = .none
    ) {
      (self.key, self.location, self.scope, self.module) = (key, location, scope, module)
      (self.isMember, self.isExternal, self.family) = (isMember, isExternal, family)
    }

    /// The step for another key.
    package func named(_ key: Graph.Key) -> Step {
      Step(
        key: key, location: location, scope: scope, module: module, isMember: isMember, isExternal: isExternal, family: family)
    }
  }

  struct Facts: Sendable {
    let code: Code
    let key: Graph.Key
    /// The error as a finding, without its path.
    var finding: Diagnostic
    let underlying: (any Error)?
    var family = ContainerFamily.none
  }

  /// On the heap, so that throwing through many levels stays cheap.
  private var shared: Boxed<Facts>
  var facts: Facts { shared.value }
  /// From the innermost step outwards, so that a level on the way out only appends.
  var steps: [Step]

  package init(
    _ code: Code, _ key: Graph.Key, _ message: String, at step: Step? = nil, location: SourceLocation = .unknown,
    underlying: (any Error)? = nil, notes: [String] = [], similar: [String] = [], help: String? = nil
  ) {
    let finding = Diagnostic(
      code.diagnosticID, .error, message, at: step?.location ?? location, notes: notes, similar: similar, help: help)
    shared = Boxed(Facts(code: code, key: key, finding: finding, underlying: underlying))
    steps = step.map { [$0] } ?? []
  }

  /// The error with other facts.
  func changed(_ change: (inout Facts) -> Void) -> ResolutionError {
    var (error, facts) = (self, facts)
    change(&facts)
    error.shared = Boxed(facts)
    return error
  }

  /// The error with one more fact.
  package func noting(_ note: String) -> ResolutionError { changed { $0.finding.notes.append(note) } }

  /// The error of a request that is written somewhere: at that place, unless the bind at fault has one.
  package func asked(at location: SourceLocation, _ note: String) -> ResolutionError {
    facts.finding.location.isKnown ? noting(note) : changed { $0.finding.location = location }
  }

  /// The error, seen one level further out.
  package func through(_ step: Step) -> ResolutionError {
    var error = self
    error.steps.append(step)
    return error
  }

  /// The error of a factory, seen one level further out.
  package init(_ error: any Error, through step: Step) {
    if let error = error as? ResolutionError, error.isForeign(to: step) {
      let finding = error.facts.finding
      self.init(
        .failed, step.key, "the factory of \(step.key.quoted) used another container: \(finding.message)",
        location: step.location, underlying: error, notes: finding.notes, similar: finding.similar, help: finding.help)
      steps = error.steps + [step]
    } else if let error = error as? ResolutionError {
      self = error.through(step)
    } else {
      self.init(
        .failed, step.key, "the factory of \(step.key.quoted) threw: \(error)", at: step, underlying: error,
        help: "fix the cause and resolve it again: nothing of the failed attempt was kept")
    }
  }
}

extension ResolutionError {
  /// A finding as the error of a request; the others of its report are notes.
  ///
  /// - Parameter context: Begins the message.
  package init(_ report: Report, _ key: Graph.Key, _ context: String, underlying: any Error) {
    let errors = report.errors
    let first = errors.first ?? Diagnostic(.missingBinding, .error, "its graph is wrong")
    let others = errors.dropFirst().map { "also: [\($0.id)] \($0.message)\($0.location.inParentheses)" }
    self.init(
      Code(of: first.id), key, "\(context), but \(first.message)", location: first.location, underlying: underlying,
      notes: first.notes + others, similar: first.similar, help: first.help)
    self = changed { $0.finding.path = first.path }
  }

  /// The error of a bind whose value was made, but not finished, and therefore closed; with the failures of that closing.
  static func discarding(_ error: any Error, closing failures: [CloseError.Failure], of step: Step) -> any Error {
    guard !failures.isEmpty else { return error }
    // The bind itself is a step further out.
    var whole = error as? ResolutionError ?? ResolutionError(error, through: step)
    if !(error is ResolutionError) { whole.steps = [] }
    return whole.changed { $0.finding.notes += failures.map { "closing it failed, too: \($0)" } }
  }

  /// The reason of the failure.
  public var code: Code { facts.code }
  /// The key that could not be answered, described in full; it may be deeper than the resolved key.
  public var key: String { facts.key.description }
  /// The cause: a factory's error for ``Code/failed``; also that of closing a value that was made too late, of the graph of a binding
  /// that a type carries, or of a missing container.
  public var underlying: (any Error)? { facts.underlying }
  /// The place of the failed binding's declaration; for a key that is not bound, that of the `@Injected` property which reads
  /// it, or unknown.
  public var location: SourceLocation { facts.finding.location }
  /// The path of the resolution, from the resolved key to the failed one. A cycle ends with the key that it began with.
  public var path: [Diagnostic.Step] {
    steps.reversed().map { Diagnostic.Step(key: $0.key.description, location: $0.location, note: "\($0.scope) in \($0.module)") }
  }

  /// The error as a diagnostic of the checks.
  public var diagnostic: Diagnostic {
    var finding = facts.finding
    finding.path = path + finding.path
    if code == .cycle, finding.path.count == 2, let step = steps.first, step.key == steps.last?.key, !step.isMember,
      !step.key.type.isDynamic
    {
      // A bind that takes its own key means most likely the value that it replaces.
      let type = step.key.type.description
      let wrapper = "Decorate(\(type.hasPrefix("any ") || type.hasPrefix("(") ? "(\(type))" : type).self) { inner in … }"
      finding.help = finding.help.map { "\($0); to wrap what an override replaces, write \(wrapper) instead" }
    }
    return finding
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The diagnostic as text, in the shape of the checks' reports. It names no page: those explain what the checks find.
  public var description: String { DiagnosticRenderer.block(diagnostic) }
}

/// The bind or member of a value, for code that knows neither slots nor sites.
package protocol StepSource: AnyObject, Sendable {
  /// The description in errors, made for each call.
  var step: ResolutionError.Step { get }
}

extension ResolutionError.Step: StepSource {
  package var step: ResolutionError.Step { self }
}

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
