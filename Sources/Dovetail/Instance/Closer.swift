// SPDX-License-Identifier: Apache-2.0

/// What is to be done with the values of one bind when their owner closes.
// SAFETY: what derives from it says so for its own; this has a Sendable let.
class CloseAction: @unchecked Sendable {
  /// What has to be awaited; `nil` when nothing has.
  let awaitedStep: ResolutionError.Step?
  final var isAwaited: Bool { awaitedStep != nil }

  init(awaiting step: ResolutionError.Step?) { awaitedStep = step }

  /// Closes a value, and returns what failed.
  func closeNow(_ value: Any) -> [CloseError.Failure] { [] }

  /// Closes a value, awaiting what has to be awaited, and returns what failed.
  func close(_ value: Any) async -> [CloseError.Failure] { [] }
}

/// Closes one value, with everything that its bind says, and returns what failed.
// SAFETY: only `.singleton` and `.scoped` binds close, and their values are Sendable because `.in(_:)` demands it. What a component on
// an actor shares is closed by that component, on the actor.
struct Closer: @unchecked Sendable {
  let action: CloseAction
  let value: Any

  /// Closes the value. What can only be awaited is closed in a task of its own, for which nobody waits; this is among the failures.
  func runNow() -> [CloseError.Failure] {
    guard let step = action.awaitedStep else { return action.closeNow(value) }
    Task { _ = await run() }
    return [CloseError.Failure(step, error: nil)]
  }

  /// Closes the value.
  func run() async -> [CloseError.Failure] {
    action.isAwaited ? await action.close(value) : action.closeNow(value)
  }
}

/// Does something for no value when an owner closes.
// SAFETY: adds a Sendable let.
final class CloseNotice: CloseAction, @unchecked Sendable {
  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) {
    self.tell = tell
    super.init(awaiting: nil)
  }

  override func closeNow(_ value: Any) -> [CloseError.Failure] {
    tell()
    return []
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
    guard closers.contains(where: \.action.isAwaited) else { return runNow() }
    // Nobody cancels this task.
    return await Closing.unstructured {
      defer { withExtendedLifetime(held) {} }
      var failures: [CloseError.Failure] = []
      for closer in closers { failures += await closer.run() }
      return failures
    }.value
  }

  /// A task of its own, which begins at once where the system can do that: what never suspends has then ended when it is there.
  private static func unstructured(
    _ body: @escaping @Sendable () async -> [CloseError.Failure]
  ) -> Task<[CloseError.Failure], Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await body() } }
    return Task { await body() }
  }
}
