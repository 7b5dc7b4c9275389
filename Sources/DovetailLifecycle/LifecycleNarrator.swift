// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// Reports a start or a stop to the observers. Without observers there is none.
struct LifecycleNarrator {
  private struct Begun {
    let number: Int
    let instant: ContinuousClock.Instant
  }

  private let observers: ObserverList
  private let isStart: Bool
  private let whole: Begun
  private var steps: [Int: Begun] = [:]

  init?(_ observers: ObserverList?, isStart: Bool) {
    guard let observers else { return nil }
    self.observers = observers
    self.isStart = isStart
    whole = Begun(number: observers.number(), instant: .now)
    if isStart { observers.tell(.starting(after: nil), of: .container, number: whole.number, in: whole.number) }
  }

  mutating func began(_ step: Int, _ subject: ResolutionError.Step, after last: Int?) {
    let begun = Begun(number: observers.number(), instant: .now)
    steps[step] = begun
    guard isStart else { return }
    observers.tell(
      .starting(after: last.flatMap { steps[$0]?.number }), of: Event.Subject(subject), number: begun.number, in: whole.number)
  }

  /// Reports a failure; a step that was left behind has no end of its own any more.
  mutating func failed(_ step: Int, _ failure: LifecycleError.Failure, _ subject: ResolutionError.Step) {
    let late = isStart ? LifecycleError(starting: .late, [failure]) : LifecycleError(stopping: .late, [failure])
    let begun = steps[step] ?? Begun(number: observers.number(), instant: .now)
    tell(begun, Event.Subject(subject)) { .failed(failure.error ?? late, after: $0) }
    if failure.error == nil { steps[step] = nil }
  }

  /// Reports that a factory or a hook has not returned for long.
  func unfinished(_ step: Int, _ subject: ResolutionError.Step, after duration: Duration) {
    tell(steps[step], Event.Subject(subject)) { _ in .unfinished(after: duration) }
  }

  func ended(_ step: Int, _ subject: ResolutionError.Step) {
    tell(steps[step], Event.Subject(subject)) { isStart ? .started(in: $0) : .stopped(in: $0) }
  }

  /// Reports the end of the whole run. A start that the program itself ends has failed only if a binding has: the rollback reports that the container stopped.
  func ended(_ reason: LifecycleError.Reason?, _ failures: [LifecycleError.Failure]) {
    if isStart, failures.isEmpty, reason == .cancelled || reason == .stopped { return }
    tell(whole, .container) { duration in
      guard isStart else { return .stopped(in: duration) }
      return reason.map { .failed(LifecycleError(starting: $0, failures), after: duration) } ?? .started(in: duration)
    }
  }

  private func tell(_ begun: Begun?, _ subject: Event.Subject, _ kind: (Duration) -> Event.Kind) {
    guard let begun else { return }
    observers.tell(kind(begun.instant.duration(to: .now)), of: subject, number: begun.number, in: whole.number)
  }
}
