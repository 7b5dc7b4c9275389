// SPDX-License-Identifier: Apache-2.0

/// A container, a scope or a component has closed, but values in it failed to close; or it cannot be closed by this call.
///
/// An error does not stop the closing of the other values.
public struct CloseError: Error, Sendable {
  /// The reason of the failure.
  public enum Reason: String, Sendable, Hashable {
    /// `onClose` threw. Everything is closed nevertheless, and stays closed.
    case failed
    /// A value can only be closed by awaiting, and the call cannot await. Nothing was closed.
    case unawaited
    /// The container was started and is not stopped, and the call cannot stop it. Nothing was closed.
    case running
    /// A value is being built, and the call cannot wait for it: it does not await, or the value's factory makes the call. Nothing was closed.
    case building
    /// It is being closed elsewhere, and the call cannot wait for that. This call closed nothing.
    case closing
  }

  /// One value that failed to close.
  public struct Failure: Sendable {
    /// The key of the binding, in full; of a member, its name.
    public let key: String
    /// The place of the declaration.
    public let location: SourceLocation
    /// The error of `onClose`; `nil` when it has to be awaited and was not, or when the value is being built.
    public let error: (any Error)?
    fileprivate let isBeingBuilt: Bool

    package init(_ step: ResolutionError.Step, error: (any Error)?, isBeingBuilt: Bool = false) {
      key = step.key.description
      location = step.location
      self.error = error
      self.isBeingBuilt = isBeingBuilt
    }
  }

  /// The owner that closed: `the container`, `the scope 'Workshop'`, `the component 'Garage'` or `withOverrides`.
  public let owner: String
  /// The reason.
  public let reason: Reason
  /// The values that failed to close, in the order of their closing.
  public let failures: [Failure]
  /// The error of the closure of `withScope`, `withOverrides` or a component's `open`; `nil` when there was none.
  public package(set) var cause: (any Error)?
  /// The errors of the stops before the closing: of child containers, then of the container. Empty when there was none, or nothing was started.
  public package(set) var stopFailures: [any Error] = []

  package init(owner: String, _ reason: Reason, _ failures: [Failure]) {
    self.owner = owner
    self.reason = reason
    self.failures = failures
  }

  /// The error of an owner that closed because a closure threw.
  package func caused(by error: any Error) -> CloseError {
    var copy = self
    copy.cause = error
    return copy
  }

  package static func check(_ failures: [Failure], of owner: @autoclosure () -> String) throws(CloseError) {
    if !failures.isEmpty { throw CloseError(owner: owner(), .failed, failures) }
  }

  /// The same error, of what it is inside of.
  func of(_ owner: String) -> CloseError {
    // What happens in a part is told of the part.
    reason == .closing || reason == .running ? self : CloseError(owner: owner, reason, failures)
  }

  /// Throws when a closing would have to be awaited.
  package static func refuse(_ step: ResolutionError.Step?, of owner: @autoclosure () -> String) throws(CloseError) {
    if let step { throw CloseError(owner: owner(), .unawaited, [Failure(step, error: nil)]) }
  }
}

extension CloseError: CustomStringConvertible {
  /// The stable ID: `close-failed`, or `async-close` for every reason for which nothing was closed.
  public var diagnosticID: Diagnostic.ID { Diagnostic.ID(rawValue: reason == .failed ? "close-failed" : "async-close") }

  /// The whole error as text.
  public var description: String {
    var lines = ["error: [\(diagnosticID)] \(message)"]
    lines += failures.map { "  \($0)" }
    if let cause { lines.append("  it closed after an error: \(cause.indentedText)") }
    lines += stopFailures.map { "  it was stopped first: \($0.indentedText)" }
    switch reason {
    case .failed: break
    case .unawaited:
      lines.append(
        "  help: close it with try await close() in an async function (the top level of a main.swift is none); nothing has been closed yet"
      )
    case .running:
      lines.append(
        "  help: close it with try await close(), which stops it first, outside its hooks; nothing has been closed yet")
    case .building:
      lines.append(
        "  help: close it with try await close(), which ends the build first, outside its factory; nothing has been closed yet")
    case .closing: lines.append("  help: wait for its end with try await close()")
    }
    return lines.joined(separator: "\n")
  }

  private var message: String {
    switch reason {
    case .failed: "\(owner) is closed, but not without errors"
    case .unawaited: "\(owner) cannot be closed by code that does not await"
    case .running: "\(owner) was started, and cannot be closed before it is stopped"
    case .building: "\(owner) cannot be closed here while a value in it is being built"
    case .closing: "\(owner) is being closed elsewhere"
    }
  }
}

extension CloseError.Failure: CustomStringConvertible {
  /// The binding and its failure, in one line or, for an error with a longer text, in several.
  public var description: String {
    let key = key.onOneLine
    if isBeingBuilt { return "'\(key)' (\(location)) is being built" }
    guard let error else { return "'\(key)' (\(location)) is closed asynchronously, and was not waited for" }
    return "'\(key)' (\(location)): \(error.indentedText)"
  }
}

/// The owner that closes with all its values; the text, for errors, is made on demand.
package enum CloseOwner: Sendable, CustomStringConvertible {
  case container
  /// A scope of a kind.
  case scope(any Any.Type)
  case component(any Any.Type)
  /// A component that is known by a part of it; the closure gives the name for errors.
  case named(@Sendable () -> String)

  package var description: String {
    switch self {
    case .container: "the container"
    case .scope(let kind): "the scope '\(TypeName(kind))'"
    case .component(let type): "the component '\(TypeName(type))'"
    case .named(let name): name()
    }
  }

  /// The error for a value that was made while its owner closed, and was closed at once.
  ///
  /// - Parameter failures: The failures of that closing.
  package func closed(_ step: ResolutionError.Step, after failures: [CloseError.Failure]) -> ResolutionError {
    let failure = failures.isEmpty ? nil : CloseError(owner: description, .failed, failures)
    return ResolutionError.closed(description, step.key, underlying: failure).through(step)
  }
}

extension Error {
  /// The text with its further lines indented, for the text of another error.
  package var indentedText: String {
    "\(self)".split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
  }
}
