// SPDX-License-Identifier: Apache-2.0

/// Receives the events of a container.
///
/// ```swift
/// struct SlowParts: Observer {
///   func observe(_ event: Event) {
///     if case .created(let duration) = event.kind, duration > .milliseconds(100) { log.warn("\(event)") }
///   }
/// }
/// let container = try Container(CarModule(), observers: [SlowParts()])
/// ```
///
/// An observer serves its container, that container's children and its rebuilt copies. A container without observers has no cost: the reporting code is
/// installed when the container is made.
///
/// - Important: Events arrive on the thread that causes them, and the resolution waits meanwhile: be quick, and do not call the container.
public protocol Observer: Sendable {
  /// Takes an event.
  func observe(_ event: Event)

  /// Whether to receive ``Event/Kind/reused``. It disables the fast path to shared values for every resolution, so the default is `false`.
  var observesReuse: Bool { get }
}

extension Observer {
  /// `false`.
  public var observesReuse: Bool { false }
}

/// An observer that also receives the objects that factories make; not public, because an observer that keeps one extends its lifetime.
package protocol InstanceObserver: Observer {
  /// Takes an object that a factory or a decorator returned, right after its event ``Event/Kind/created(in:)``.
  ///
  /// The object may come again, through a bind that only passes it on.
  func observe(_ instance: AnyObject, of subject: Event.Subject)

  /// Takes an object that a bind or the input of a scope hands out, and that existed before.
  func know(_ instance: AnyObject, of subject: Event.Subject)
}

/// An observer that is shown the scopes that open, and those that are dropped and not closed.
package protocol ScopeObserver: Observer {
  /// Called when a scope opens; keep it weakly only.
  func observe(opened scope: AnyObject, _ kind: TypeName, at location: SourceLocation)

  /// Called when a scope is dropped whose hooks have not run.
  func observe(_ finding: Diagnostic)
}

extension ObserverList {
  /// Shows a scope that has opened to the observers of scopes.
  package func tell(opened scope: AnyObject, _ kind: TypeName, at location: SourceLocation) {
    for observer in scopeObservers { observer.observe(opened: scope, kind, at: location) }
  }
}

extension Diagnostic {
  /// Shows a finding at run time to the observers of scopes; in debug builds, prints it where there are none.
  package func report(to observers: ObserverList?) {
    let observers = observers?.scopeObservers ?? []
    for observer in observers { observer.observe(self) }
    #if DEBUG
      if observers.isEmpty { warn("\(self)") }
    #endif
  }
}

extension Diagnostic.ID {
  /// A scope that was dropped and not closed.
  static let scopeLeftOpen = Self(rawValue: "scope-left-open")
}

/// Remembers all events. With `DovetailLifecycle` it shows the last start as a timeline.
public final class RecordingObserver: Observer {
  /// Whether it records the reuse of values, too.
  public let observesReuse: Bool
  // Inert: events that are forgotten are handed out.
  private struct Recorded: Inert {
    var events: [Event] = []
  }

  private let recorded = Lock(Recorded())

  /// Creates an observer without events.
  public init(observesReuse: Bool = false) { self.observesReuse = observesReuse }

  /// Remembers an event.
  public func observe(_ event: Event) { recorded.withLock { $0.events.append(event) } }

  /// All events so far, in the order of their arrival.
  public var events: [Event] { recorded.withLock { $0.events } }

  /// Forgets everything so far.
  public func removeAll() {
    _ = recorded.withLock { recorded in
      defer { recorded.events = [] }
      return recorded.events
    }
  }
}

/// An observer that runs pieces of a container's work itself, so that it can wrap them: in a span, or a task-local value.
///
/// ```swift
/// struct Attributing: EnclosingObserver {
///   func observe(_ event: Event) {}
///   func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result {
///     try Attribution.$current.withValue("\(activity) \(subject.key)") { try body() }
///   }
///   func enclose<Result>(
///     _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
///   ) async rethrows -> Result {
///     try await Attribution.$current.withValue("\(activity) \(subject.key)") { try await body() }
///   }
/// }
/// ```
///
/// The values that a factory needs are made inside the piece of work of that factory, also when it suspends; so pieces nest as creations do. But a shared value
/// that is made asynchronously is made before the values that need it, and its piece is beside theirs. A value shared by several tasks is made inside the piece
/// of work of the first of them. The first of several observers is outermost. A container without such an observer has no cost.
public protocol EnclosingObserver: Observer {
  /// Runs a piece of work, once, and returns its result or throws its error.
  func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result

  /// Runs a piece of work that may suspend, once, and returns its result or throws its error.
  func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
  ) async rethrows -> Result
}

/// A piece of a container's work that takes time; see ``EnclosingObserver``. Later versions may add cases.
public enum Activity: String, Sendable, Hashable, CaseIterable {
  /// A factory, with the creation of its dependencies, and the hooks that run before the new value is handed out. Shared dependencies that are made
  /// asynchronously are made before it.
  case creating
  /// The start of a container, and in it every `onStart`.
  case starting
  /// The stop of a container, and in it every `onStop`.
  case stopping
}

extension ObserverList {
  /// Runs a piece of work inside all observers that enclose work.
  ///
  /// - Parameter rest: Those that do not run it yet; `nil` for all.
  func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, by rest: ArraySlice<any EnclosingObserver>? = nil,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let rest = rest ?? enclosing[...]
    guard let outer = rest.first else { return try body() }
    return try outer.enclose(activity, of: subject) { try enclose(activity, of: subject, by: rest.dropFirst(), body) }
  }

  /// Runs a piece of work that may suspend inside all observers that enclose work.
  package func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, by rest: ArraySlice<any EnclosingObserver>? = nil,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    let rest = rest ?? enclosing[...]
    guard let outer = rest.first else { return try await body() }
    return try await outer.enclose(activity, of: subject) {
      try await enclose(activity, of: subject, by: rest.dropFirst(), body)
    }
  }
}
