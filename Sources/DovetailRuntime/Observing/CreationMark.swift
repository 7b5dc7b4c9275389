// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Detects whether a request made the value or found it.
final class CreationMark: Sendable {
  @TaskLocal static var current: CreationMark?

  private let step: ResolutionError.Step
  private let made = Atomic<Bool>(false)

  init(_ step: ResolutionError.Step) { self.step = step }

  var isMade: Bool { made.load(ordering: .acquiring) }

  /// Notes that the value of a bind is being made.
  static func note(_ step: ResolutionError.Step) {
    guard let current, current.step.location == step.location, current.step.key == step.key else { return }
    current.made.store(true, ordering: .releasing)
  }
}
