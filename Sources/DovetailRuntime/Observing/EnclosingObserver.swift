// SPDX-License-Identifier: Apache-2.0

/// An observer that runs pieces of a container's work itself, so that it can put something around them: a span, a task-local value.
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
/// What is made for a value is made inside the piece of work that makes the value, also where that suspends; so pieces nest as creations
/// do. What several tasks share is made inside the piece of work of the first of them. Of several observers the first one is outermost.
/// A container without such an observer pays nothing.
public protocol EnclosingObserver: Observer {
  /// Runs a piece of work, once, and returns or throws what it does.
  func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result

  /// Runs a piece of work that may suspend, once, and returns or throws what it does.
  func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
  ) async rethrows -> Result
}

/// A piece of a container's work that takes time; see ``EnclosingObserver``. Later versions may add cases.
public enum Activity: String, Sendable, Hashable, CaseIterable {
  /// A factory, with everything that is made for it on the way, and what happens to the new value before anybody sees it.
  case creating
  /// The start of a container, and in it every `onStart`.
  case starting
  /// The stop of a container, and in it every `onStop`.
  case stopping
}

extension ObserverList {
  /// Runs a piece of work inside all observers that want to enclose it.
  func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result {
    try enclose(activity, of: subject, by: enclosing[...], body)
  }

  /// Runs a piece of work that may suspend inside all observers that want to enclose it.
  package func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await enclose(activity, of: subject, by: enclosing[...], body)
  }

  private func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, by observers: ArraySlice<any EnclosingObserver>, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let outer = observers.first else { return try body() }
    return try outer.enclose(activity, of: subject) { try enclose(activity, of: subject, by: observers.dropFirst(), body) }
  }

  private func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, by observers: ArraySlice<any EnclosingObserver>,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let outer = observers.first else { return try await body() }
    return try await outer.enclose(activity, of: subject) {
      try await enclose(activity, of: subject, by: observers.dropFirst(), body)
    }
  }
}
