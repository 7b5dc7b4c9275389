// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The observers of a container and of those made over it.
package final class ObserverList: Sendable {
  private let observers: [any Observer]
  private let reuseObservers: [any Observer]
  /// Those that run pieces of work themselves; mostly none.
  package let enclosing: [any EnclosingObserver]
  private let instanceObservers: [any InstanceObserver]
  private let lastNumber = Atomic<Int>(0)

  /// - Returns: `nil` when nobody listens, so that nobody has to ask again.
  package init?(_ observers: [any Observer]) {
    guard !observers.isEmpty else { return nil }
    self.observers = observers
    reuseObservers = observers.filter(\.observesReuse)
    enclosing = observers.compactMap { $0 as? any EnclosingObserver }
    instanceObservers = observers.compactMap { $0 as? any InstanceObserver }
  }

  /// Whether somebody wants to know of every reuse.
  package var observesReuse: Bool { !reuseObservers.isEmpty }

  /// The first observer that remembers everything.
  package var recorder: RecordingObserver? { observers.lazy.compactMap { $0 as? RecordingObserver }.first }

  /// A number for events that belong together.
  package func number() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

  /// Tells everybody what happened.
  package func tell(_ kind: Event.Kind, of subject: Event.Subject, number: Int = 0) {
    let event = Event(kind, of: subject, number: number, at: .now)
    for observer in observers { observer.observe(event) }
  }

  /// Runs what gives a value, and tells those who want to know when the value was there already.
  package func tellingReuse<Value>(
    of step: ResolutionError.Step, _ get: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let mark = CreationMark(step)
    // Written without a typed throw, which the task-local does not pass on.
    let result: Result<Value, ResolutionError> = CreationMark.$current.withValue(mark) {
      do throws(ResolutionError) { return .success(try get()) } catch { return .failure(error) }
    }
    let value = try result.get()
    tellReuse(mark)
    return value
  }

  /// Tells those who want to know when a value was there already.
  package func tellReuse(_ mark: CreationMark) {
    if !mark.isMade { tellReuse(of: mark.step) }
  }

  /// Tells those who want to know that a value was there already.
  package func tellReuse(of step: ResolutionError.Step) {
    let event = Event(.reused, of: Event.Subject(step), at: .now)
    for observer in reuseObservers { observer.observe(event) }
  }

  /// Tells that a container was made, and tells it when everything in it is closed.
  package func built(in duration: Duration, closing: any ClosingOwner) {
    tell(.built(in: duration), and: .closed, of: .container, after: closing)
  }

  /// Tells that a scope was opened, and tells it when everything in it is closed.
  package func opened(_ kind: TypeName, closing: any ClosingOwner) {
    tell(.scopeOpened, and: .scopeClosed, of: Event.Subject(scope: kind), after: closing)
  }

  private func tell(_ kind: Event.Kind, and last: Event.Kind, of subject: Event.Subject, after closing: any ClosingOwner) {
    let number = number()
    tell(kind, of: subject, number: number)
    // What is first on the list is closed last.
    let notice = CloseNotice { [self] in tell(last, of: subject, number: number) }
    let isOpen = closing.add(Closer(action: notice, value: ()))
    if !isOpen { tell(last, of: subject, number: number) }
  }

  /// Tells that a factory is about to run.
  package func creating(_ step: ResolutionError.Step) -> Creation {
    let creation = Creation(observers: self, subject: Event.Subject(step), number: number(), start: .now)
    CreationMark.note(step)
    tell(.creating, of: creation.subject, number: creation.number)
    return creation
  }

  /// A factory that runs, and how that ended.
  package struct Creation {
    let observers: ObserverList
    let subject: Event.Subject
    let number: Int
    let start: ContinuousClock.Instant

    /// Whether somebody runs the factory.
    package var isEnclosed: Bool { !observers.enclosing.isEmpty }

    /// Runs the factory.
    package func run<Value>(_ make: () throws -> Value) throws -> Value {
      observers.enclosing.isEmpty ? try make() : try observers.enclose(.creating, of: subject, make)
    }

    /// Runs an asynchronous factory.
    package func run<Value>(_ make: () async throws -> Value) async throws -> Value {
      observers.enclosing.isEmpty ? try await make() : try await observers.enclose(.creating, of: subject, make)
    }

    /// - Parameter isNew: Whether the factory made the value; what exists already is not shown to those who watch instances.
    package func succeeded<Value>(with value: Value, isNew: Bool = true) {
      observers.tell(.created(in: .now - start), of: subject, number: number)
      guard isNew, !observers.instanceObservers.isEmpty, type(of: value as Any) is AnyClass else { return }
      let object = value as AnyObject
      for observer in observers.instanceObservers { observer.observe(object, of: subject) }
    }

    package func failed(_ error: any Error) { observers.tell(.failed(error, after: .now - start), of: subject, number: number) }
  }
}

extension ContinuousClock.Instant {
  fileprivate static func - (end: Self, start: Self) -> Duration { start.duration(to: end) }
}
