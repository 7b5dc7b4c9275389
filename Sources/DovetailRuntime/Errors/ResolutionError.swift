// SPDX-License-Identifier: Apache-2.0

/// A request could not be answered: the reason, the key, and the path of the request.
///
/// Nothing of the failed request is kept: the next request tries again.
public struct ResolutionError: Error, Sendable {
  /// One step on the path of a request, with the facts to describe it later.
  @usableFromInline package struct Step: Sendable {
    package var key: Graph.Key
    package var location: SourceLocation
    package var scope: Graph.Scope
    package var module: TypeName
    /// Whether it is a member of a component.
    package var isMember = false
    /// Whether it reaches out of the program; see `Bind.live`.
    package var isLive = false
    /// The family of the step's owner; see ``Owner/family``.
    package var family = ContainerFamily.none

    package init(
      key: Graph.Key, location: SourceLocation, scope: Graph.Scope, module: TypeName, isMember: Bool = false,
      isLive: Bool = false,
      family: ContainerFamily = .none
    ) {
      self.key = key
      self.location = location
      self.scope = scope
      self.module = module
      self.isMember = isMember
      self.isLive = isLive
      self.family = family
    }
  }

  /// Shared so that throwing through many levels stays cheap.
  package final class Facts: Sendable {
    package let code: Code
    package let key: Graph.Key
    package let message: String
    package let location: SourceLocation
    package let underlying: (any Error)?
    package let notes: [String]
    package let similar: [String]
    package let help: String?
    package let family: ContainerFamily

    package init(
      code: Code, key: Graph.Key, message: String, location: SourceLocation, underlying: (any Error)?, notes: [String],
      similar: [String], help: String?, family: ContainerFamily
    ) {
      self.code = code
      self.key = key
      self.message = message
      self.location = location
      self.underlying = underlying
      self.notes = notes
      self.similar = similar
      self.help = help
      self.family = family
    }
  }

  package let facts: Facts
  /// From the innermost step outwards, so that a level on the way out only appends.
  package var steps: [Step]

  private init(_ facts: Facts, _ steps: [Step]) {
    self.facts = facts
    self.steps = steps
  }

  package init(
    _ code: Code,
    _ key: Graph.Key,
    _ message: String,
    at step: Step? = nil,
    location: SourceLocation = .unknown,
    underlying: (any Error)? = nil,
    notes: [String] = [],
    similar: [String] = [],
    help: String? = nil,
    family: ContainerFamily = .none
  ) {
    facts = Facts(
      code: code, key: key, message: message, location: step?.location ?? location, underlying: underlying, notes: notes,
      similar: similar, help: help, family: family)
    steps = step.map { [$0] } ?? []
  }

  /// The error, seen one level further out.
  package func through(_ step: Step) -> ResolutionError {
    var error = self
    error.steps.append(step)
    return error
  }

  /// The error of a factory, seen one level further out.
  package init(_ error: any Error, through step: Step) {
    if let error = error as? ResolutionError {
      self = error.isForeign(to: step) ? ResolutionError(asking: error, through: step) : error.through(step)
    } else {
      self.init(
        .failed, step.key, "the factory of \(step.key.quoted) threw: \(error)", at: step, underlying: error,
        help: "fix the cause and ask again: nothing of the failed request was kept")
    }
  }
}

extension ResolutionError {
  /// The error of a bind whose value was made, but not finished, and therefore closed; with the failures of that closing.
  package static func discarding(_ error: any Error, closing failures: [CloseError.Failure], of step: Step) -> any Error {
    guard !failures.isEmpty else { return error }
    // The bind itself is a step further out.
    var whole = error as? ResolutionError ?? ResolutionError(error, through: step)
    if !(error is ResolutionError) { whole.steps = [] }
    return whole.adding(failures.map { "closing it failed, too: \($0)" })
  }

  private func adding(_ notes: [String]) -> ResolutionError {
    let facts = Facts(
      code: facts.code, key: facts.key, message: facts.message, location: facts.location, underlying: facts.underlying,
      notes: facts.notes + notes, similar: facts.similar, help: facts.help, family: facts.family)
    return ResolutionError(facts, steps)
  }

  /// The reason of the failure.
  public var code: Code { facts.code }
  /// The key that could not be answered, described in full; it may be deeper than the requested key.
  public var key: String { facts.key.description }
  /// The factory's error, for ``Code/failed``.
  public var underlying: (any Error)? { facts.underlying }
  /// The place of the failed bind's declaration; unknown when nothing is bound.
  public var location: SourceLocation { facts.location }
  /// The path of the request, from the requested key to the failed one. A cycle ends with the key that it began with.
  public var path: [Diagnostic.Step] { steps.reversed().map(\.diagnosticStep) }

  /// The error as a finding of the checks.
  public var diagnostic: Diagnostic {
    Diagnostic(
      facts.code.diagnosticID, .error, facts.message, at: facts.location, path: path, notes: facts.notes,
      similar: facts.similar, help: facts.help)
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The finding as text, in the shape of the checks' reports.
  public var description: String { diagnostic.description }
}

extension ResolutionError.Step {
  package var diagnosticStep: Diagnostic.Step {
    Diagnostic.Step(key: key.description, location: location, note: "\(scope) in \(module)")
  }
}
