// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The observers of a container and of those made over it.
package final class ObserverList: Sendable {
  /// Common to all: containers that share an observer do not share numbers.
  private static let lastNumber = Atomic<Int>(0)

  private let observers: [any Observer]
  /// Whether an observer asks for every reuse.
  package let observesReuse: Bool
  /// The observers that run pieces of work themselves; mostly none.
  package let enclosing: [any EnclosingObserver]
  private let instanceObservers: [any InstanceObserver]
  let scopeObservers: [any ScopeObserver]

  /// - Returns: `nil` when there are no observers, so that no caller has to check again.
  package init?(_ observers: [any Observer]) {
    guard !observers.isEmpty else { return nil }
    self.observers = observers
    observesReuse = observers.contains(where: \.observesReuse)
    enclosing = observers.compactMap { $0 as? any EnclosingObserver }
    instanceObservers = observers.compactMap { $0 as? any InstanceObserver }
    scopeObservers = observers.compactMap { $0 as? any ScopeObserver }
  }

  /// The first observer that records all events.
  package var recorder: RecordingObserver? { observers.lazy.compactMap { $0 as? RecordingObserver }.first }

  /// A number for events that belong together.
  package func number() -> Int { ObserverList.lastNumber.add(1, ordering: .relaxed).newValue }

  /// Sends an event to all observers.
  package func tell(_ kind: Event.Kind, of subject: Event.Subject, number: Int = 0, in run: Int = 0) {
    let event = Event(kind, of: subject, number: number, in: run, at: .now)
    for observer in observers { observer.observe(event) }
  }

  /// Runs the read of a value, and reports a reuse to the observers that ask for it.
  package func tellingReuse<Value>(
    of step: ResolutionError.Step, _ get: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let mark = CreationMark(step)
    // Written without a typed throw, which the task-local does not pass on.
    let result: Result<Value, ResolutionError> = CreationMark.$current.withValue(mark) {
      do throws(ResolutionError) { return .success(try get()) } catch { return .failure(error) }
    }
    let value = try result.get()
    if !mark.isMade { tellReuse(of: step) }
    return value
  }

  /// Runs a read that awaits, and reports a reuse to the observers that ask for it.
  package nonisolated(nonsending) func tellingReuse<Value>(
    of step: ResolutionError.Step, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let mark = CreationMark(step)
    let value = try await CreationMark.$current.withValue(mark, operation: get)
    if !mark.isMade { tellReuse(of: step) }
    return value
  }

  /// Reports the reuse of a value to the observers that ask for it.
  package func tellReuse(of step: ResolutionError.Step) {
    let event = Event(.reused, of: Event.Subject(step), at: .now)
    for observer in observers where observer.observesReuse { observer.observe(event) }
  }

  /// Reports that a container was made or a scope was opened, and later that everything in it is closed.
  package func tell(_ kind: Event.Kind, and last: Event.Kind, of subject: Event.Subject, after closing: Lifetime) {
    let number = number()
    tell(kind, of: subject, number: number)
    let owner = if case .scopeClosed = last { "the scope '\(subject.key)'" } else { "the container" }
    // The list closes in reverse order: its first entry is the last to close.
    let isOpen = closing.add(notice: { [self] failures, duration in
      ended(last, of: subject, owner, failures, after: duration, number: number)
    })
    if !isOpen { tell(last, of: subject, number: number) }
  }

  /// Reports the end of a container, a scope or a component, and before it the failures of its closing.
  package func ended(
    _ last: Event.Kind, of subject: Event.Subject, _ owner: @autoclosure () -> String, _ failures: [CloseError.Failure],
    after duration: Duration, number: Int = 0
  ) {
    if !failures.isEmpty {
      tell(.failed(CloseError(owner: owner(), .failed, failures), after: duration), of: subject, number: number)
    }
    tell(last, of: subject, number: number)
  }

  /// Runs a factory, and reports the outcome.
  ///
  /// - Parameter isNew: See ``Creation/made(_:isNew:)``.
  package func creating<Value>(_ step: ResolutionError.Step, isNew: Bool = true, _ make: () throws -> Value) throws -> Value {
    let creation = begin(step)
    do { return creation.made(try enclose(.creating, of: creation.subject, make), isNew: isNew) } catch {
      throw creation.failed(error)
    }
  }

  /// Runs an asynchronous factory, and reports the outcome.
  package nonisolated(nonsending) func creating<Value: Sendable>(
    _ step: ResolutionError.Step, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let creation = begin(step)
    do { return creation.made(try await enclosing.isEmpty ? make() : enclosed(creation.subject, make)) } catch {
      throw creation.failed(error)
    }
  }

  /// Runs an asynchronous factory that belongs to no actor, and reports the outcome.
  package func creatingOnNoActor<Value: Sendable>(
    _ step: ResolutionError.Step, _ make: () async throws -> Value
  ) async throws -> Value {
    let creation = begin(step)
    do { return creation.made(try await enclose(.creating, of: creation.subject, make)) } catch { throw creation.failed(error) }
  }

  /// Runs a factory in the caller's isolation, within observers that run in another one.
  private nonisolated(nonsending) func enclosed<Value: Sendable>(
    _ subject: Event.Subject, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    // SAFETY: the factory is run on the caller's actor only, and before this returns.
    nonisolated(unsafe) let make = make
    let actor = #isolation
    return try await enclose(.creating, of: subject) { try await ObserverList.run(unsafe make, on: actor) }
  }

  private static func run<Value: Sendable>(
    _ make: nonisolated(nonsending) () async throws -> Value, on actor: isolated (any Actor)?
  ) async throws -> Value { try await make() }

  /// Reports that a factory is about to run.
  private func begin(_ step: ResolutionError.Step) -> Creation {
    let creation = Creation(observers: self, subject: Event.Subject(step), number: number(), start: .now)
    CreationMark.note(step)
    tell(.creating, of: creation.subject, number: creation.number)
    return creation
  }

  /// A running factory, and its outcome.
  private struct Creation {
    let observers: ObserverList
    let subject: Event.Subject
    let number: Int
    let start: ContinuousClock.Instant

    /// Reports the value, and returns it.
    ///
    /// - Parameter isNew: Whether the factory made the value; an existing one is not shown to the observers of instances.
    func made<Value>(_ value: Value, isNew: Bool = true) -> Value {
      observers.tell(.created(in: .now - start), of: subject, number: number)
      if isNew { observers.show(value) { $0.observe($1, of: subject) } }
      return value
    }

    func failed(_ error: any Error) -> any Error { observers.failed(error, since: start, of: subject, number: number) }
  }

  /// Reports a failure, and returns it.
  fileprivate func failed(
    _ error: any Error, since start: ContinuousClock.Instant, of subject: Event.Subject, number: Int = 0
  ) -> any Error {
    tell(.failed(error, after: .now - start), of: subject, number: number)
    return error
  }

  /// Whether there are observers of instances.
  package var observesInstances: Bool { !instanceObservers.isEmpty }

  /// Shows the observers of instances a value that existed before, if it is an object.
  package func know<Value>(_ value: Value, of subject: @autoclosure () -> Event.Subject) {
    show(value) { $0.know($1, of: subject()) }
  }

  private func show<Value>(_ value: Value, _ tell: (any InstanceObserver, AnyObject) -> Void) {
    guard observesInstances, type(of: value as Any) is AnyClass else { return }
    for observer in instanceObservers { tell(observer, value as AnyObject) }
  }

  /// Reports that a value with an `onClose` has closed, also where its condition left nothing to do.
  package func closed(_ step: ResolutionError.Step) { tell(.closed, of: Event.Subject(step)) }
}

extension ContinuousClock.Instant {
  fileprivate static func - (end: Self, start: Self) -> Duration { start.duration(to: end) }
}

extension CloseHook {
  /// The hook, whose failure is reported to the observers.
  package func tellingFailures(of step: ResolutionError.Step, to observers: ObserverList) -> Self {
    switch self {
    case .now(let hook):
      return .now { value in
        let start = ContinuousClock.now
        do { try hook(value) } catch { throw observers.failed(error, since: start, of: Event.Subject(step)) }
      }
    case .awaited(let condition, let isShielded, let run):
      return .awaited(when: condition, shielded: isShielded) { value in
        let start = ContinuousClock.now
        do { try await run(value) } catch { throw observers.failed(error, since: start, of: Event.Subject(step)) }
      }
    }
  }
}

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
