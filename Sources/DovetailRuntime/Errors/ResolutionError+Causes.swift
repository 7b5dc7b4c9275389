// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

extension ResolutionError {
  package static func closed(_ owner: String, _ key: Graph.Key, underlying: (any Error)? = nil) -> ResolutionError {
    ResolutionError(
      .closed, key, "\(key.quoted) was resolved after \(owner) had closed", underlying: underlying,
      help: "resolve it while it is open, and keep what is needed afterwards")
  }

  /// The error of another act than a resolution that came too late; other errors stay.
  package func trying(_ act: String, help: String) -> ResolutionError {
    let resolved = "\(facts.key.quoted) was resolved"
    guard code == .closed, facts.finding.message.hasPrefix(resolved) else { return self }
    return changed { facts in
      facts.finding.message = act + facts.finding.message.dropFirst(resolved.count)
      facts.finding.help = help
    }
  }

  /// The error of a scope that was opened too late; other errors stay.
  package var opening: ResolutionError { trying("the scope \(facts.key.quoted) was opened", help: "open it before that") }

  /// Whether the code that asked is the reason: its actor, its stack, or the cancellation of its task. Others may have an answer.
  var isOfRequester: Bool { code == .isolated || code == .tooDeep || underlying is CancellationError }

  /// The error of a value that is needed while it is being built.
  package static func reentered(_ step: Step) -> ResolutionError {
    ResolutionError(.cycle, step.key, "\(step.key.quoted) is needed while it is being built", at: step, help: step.cycleHelp)
  }

  /// - Parameter limit: How many may run inside each other.
  static func tooDeep(_ step: Step, limit: Int) -> ResolutionError {
    ResolutionError(
      .tooDeep, step.key,
      "\(step.key.quoted) cannot be built: more than \(limit) \(step.isMember ? "members are made" : "resolutions run") inside each other",
      at: step,
      help: step.isMember
        ? "end the recursion, read a part of the chain earlier, or let a member be given a closure"
        : "end the recursion, share a part of the chain, or let a step take a Provider of the next and use it after it is built")
  }
}

extension ResolutionError.Step {
  /// The help for breaking a cycle through the step. The key of a `Shared` is its type.
  var cycleHelp: String {
    if !isMember { return "let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built" }
    // One that holds the component would keep it for ever: the component holds the value, which holds the closure.
    let help = "let one member of the cycle be given a closure that does not hold the component, and call it after it is made"
    // A part that is a structure has no self to be unowned.
    return key.type.isDynamic && module.type is AnyClass ? help + ": { [unowned self] in self.\(key) }" : help
  }
}

extension ResolutionError.Step {
  /// Stands for what no bind and no member makes, by its name.
  package static func unbound(_ name: String) -> Self {
    Self(key: Graph.Key(type: TypeName(text: name)), location: .unknown, scope: .transient, module: TypeName(text: "the program"))
  }
}

/// A container together with the containers that are made over it: their errors at a request are about one graph.
package struct ContainerFamily: Sendable, Hashable {
  // Half a word, the free space in an error.
  private let number: UInt32

  /// The family of code that belongs to no container, or does not know it.
  static let none = ContainerFamily(number: 0)

  private static let count = Atomic<UInt32>(0)

  private init(number: UInt32) { self.number = number }

  package init() { number = ContainerFamily.count.add(1, ordering: .relaxed).newValue }
}

// A factory may ask another container. Its missing or closed key is not a missing or closed key of the first request.
extension ResolutionError {
  /// The error of a container at a request in which none of its binds took part.
  package func from(_ family: ContainerFamily) -> ResolutionError { changed { $0.family = family } }

  /// Whether the error is about a request to another container. A cycle, and a chain that is too long, may lead through several containers, and are passed on
  /// unchanged.
  func isForeign(to step: Step) -> Bool {
    if [.failed, .cycle, .tooDeep].contains(code) { return false }
    let family = steps.last { $0.family != .none }?.family ?? facts.family
    return family != .none && step.family != .none && family != step.family
  }

  /// The error of code that surrounds a build: an error of the build itself has its steps already.
  package static func around(_ step: Step, _ error: any Error) -> ResolutionError {
    guard let error = error as? ResolutionError, !error.isForeign(to: step) else { return ResolutionError(error, through: step) }
    return error
  }
}
