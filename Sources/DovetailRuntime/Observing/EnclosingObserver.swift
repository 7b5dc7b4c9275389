// SPDX-License-Identifier: Apache-2.0

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
