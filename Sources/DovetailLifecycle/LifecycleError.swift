// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A container failed to start, or to stop without errors: the reason, the failed bindings, and the outcome of the rollback.
public struct LifecycleError: Error, Sendable {
  /// The reason of a failed start or stop.
  public enum Reason: String, Sendable, Hashable {
    /// A factory or a hook threw.
    case failed
    /// A factory or a hook did not return before its own deadline.
    case late
    /// The whole run exceeded its limit.
    case expired
    /// The task that started the container was cancelled.
    case cancelled
    /// The container was stopped, before it was started or while it started.
    case stopped
    /// The container is closed.
    case closed
    /// A factory or a hook of the start or the stop called it, and would have waited for itself.
    case reentered
  }

  /// One binding that could not be started or stopped.
  public struct Failure: Sendable {
    /// The key of the binding, in full.
    public let key: String
    /// The place of the declaration.
    public let location: SourceLocation
    /// The error; `nil` when the binding did not return in time: then it was cancelled and left behind.
    public let error: (any Error)?
    /// The number of the binding: several of its hooks may fail.
    fileprivate let bind: Int

    init(_ step: ResolutionError.Step, in bind: Int, error: (any Error)?) {
      key = step.key.description
      location = step.location
      self.bind = bind
      self.error = error
    }
  }

  /// Whether a start failed; otherwise a stop.
  public let isStart: Bool
  /// The reason.
  public let reason: Reason
  /// The bindings that failed, in the order of their failures; the first one is the cause of a failed start.
  public let failures: [Failure]
  /// For a start: the bindings that failed during the rollback.
  public let rollback: [Failure]
  /// The error of the closure of `Container.run(deadline:stopDeadline:each:clock:until:)`; `nil` when it had returned.
  public internal(set) var cause: (any Error)?

  init(starting reason: Reason, _ failures: [Failure] = [], rollback: [Failure] = []) {
    isStart = true
    self.reason = reason
    self.failures = failures
    self.rollback = rollback
  }

  init(stopping reason: Reason, _ failures: [Failure] = []) {
    isStart = false
    self.reason = reason
    self.failures = failures
    rollback = []
  }
}

extension LifecycleError: CustomStringConvertible {
  /// The stable ID: `start-failed` or `stop-failed`.
  public var diagnosticID: Diagnostic.ID { Diagnostic.ID(rawValue: isStart ? "start-failed" : "stop-failed") }

  /// The whole error as text.
  public var description: String {
    var lines = ["error: [\(diagnosticID)] \(message)"]
    lines += failures.map { "  \($0)" }
    lines += rollback.map { "  rolling back: \($0)" }
    if let cause { lines.append("  it was stopped after an error: \(cause.indentedText)") }
    if let help { lines.append("  help: \(help)") }
    return lines.joined(separator: "\n")
  }

  private var message: String {
    if isStart { return "the container could not be started: \(why)" }
    return reason == .reentered
      ? "the container was not stopped here: \(why)" : "the container is stopped, but not without errors: \(why)"
  }

  private var why: String {
    let count = Set(failures.map(\.bind)).count
    let parts = count == 1 ? "one binding" : "\(count) bindings"
    switch reason {
    case .failed: return "\(parts) failed"
    case .late: return "\(parts) did not return in time"
    case .expired: return "its time was over"
    case .cancelled: return "its task was cancelled"
    case .stopped: return "it was stopped"
    case .closed: return "it is closed"
    case .reentered: return "what it waits for asked for it"
    }
  }

  private var help: String? {
    switch reason {
    case .stopped: "a container that was stopped stays so; make a new one from the same modules"
    case .closed: "make a new one from the same modules"
    case .reentered: "let the program start and stop it, or do it in a detached task that nothing waits for"
    case .failed, .late, .expired, .cancelled: nil
    }
  }
}

extension LifecycleError.Failure: CustomStringConvertible {
  /// The binding and its failure, in one line or, for an error with a longer text, in several.
  public var description: String {
    let key = key.onOneLine
    guard let error else { return "'\(key)' (\(location)) did not return in time and was left behind" }
    return "'\(key)' (\(location)): \(error.indentedText)"
  }
}
