// SPDX-License-Identifier: Apache-2.0

/// Closes one value, with everything that its bind says, and returns what failed.
enum Closer: Sendable {
  case now(@Sendable () -> [CloseError.Failure])
  /// The step says what has to be awaited.
  case awaited(ResolutionError.Step, @Sendable () async -> [CloseError.Failure])

  /// What has to be awaited; `nil` when nothing has.
  var awaitedStep: ResolutionError.Step? {
    guard case .awaited(let step, _) = self else { return nil }
    return step
  }

  /// Closes the value. What can only be awaited is closed in a task of its own, for which nobody waits; this is among the failures.
  func runNow() -> [CloseError.Failure] {
    switch self {
    case .now(let close): return close()
    case .awaited(let step, let close):
      Task { _ = await close() }
      return [CloseError.Failure(step, error: nil)]
    }
  }

  /// Closes the value.
  func run() async -> [CloseError.Failure] {
    switch self {
    case .now(let close): close()
    case .awaited(_, let close): await close()
    }
  }
}

/// What is to be run because something closes, in order.
struct Closing: Sendable {
  var closers: [Closer] = []
  /// What has to stay until all is run: a value that closes may use one that has nothing to do on closing.
  var held: [any Sendable] = []

  /// Runs everything. Nothing is skipped because something before it failed.
  func runNow() -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    return closers.flatMap { $0.runNow() }
  }

  /// Runs everything, each after the one before it. Nothing is skipped because something before it failed, or because the running task
  /// was cancelled.
  nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    guard closers.contains(where: { $0.awaitedStep != nil }) else { return runNow() }
    // Nobody cancels this task.
    return await Task {
      defer { withExtendedLifetime(held) {} }
      var failures: [CloseError.Failure] = []
      for closer in closers { failures += await closer.run() }
      return failures
    }.value
  }
}
