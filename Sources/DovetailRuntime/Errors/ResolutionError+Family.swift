// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

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
