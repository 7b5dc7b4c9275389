// SPDX-License-Identifier: Apache-2.0

/// The closing of the values of one bind when their owner closes.
// SAFETY: each subclass proves its own properties; this class has a Sendable let.
@usableFromInline
package class CloseAction: @unchecked Sendable {
  @usableFromInline package let isAwaited: Bool
  /// Whether it must not notice the cancellation of the task that closes the owner.
  @usableFromInline package let isShielded: Bool

  package init(isAwaited: Bool, shielded: Bool = true) {
    self.isAwaited = isAwaited
    isShielded = shielded
  }

  /// The step whose closing has to be awaited; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { nil }

  /// Closes a value, unless the closing has to be awaited.
  package func closeUnlessAwaited(_ value: Any) -> CloseOutcome { .cleanly }

  /// Closes the value at a place in memory as the form for a value does.
  @usableFromInline package func closeUnlessAwaited(at memory: UnsafeMutableRawPointer) -> CloseOutcome { .cleanly }

  /// Closes a value whose closing has to be awaited, and returns the failures.
  @usableFromInline package func close(_ value: Any) async -> [CloseError.Failure] { [] }

  /// Closes the value at a place in memory as the form for a value does.
  @usableFromInline package func close(at memory: UnsafeMutableRawPointer) async -> [CloseError.Failure] { [] }

  /// A copy of the value at a place in memory.
  package func value(at memory: UnsafeMutableRawPointer) -> Any { () }
}

/// Closes one value, with all entries of its bind, and returns the failures.
// SAFETY: only `.singleton` and `.scoped` binds close, and their values are Sendable because `.in(_:)` demands it.
@usableFromInline
package enum CloseEntry: @unchecked Sendable {
  case value(CloseAction, Any)
  /// The place of the value in an open scope; nothing of this is held or copied.
  case place(ClosingPlace)

  package init(action: CloseAction, value: Any) { self = .value(action, value) }

  /// The step whose closing has to be awaited; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { ask { $0.awaitedStep } }

  /// Whether it must not notice the cancellation of the running task.
  @usableFromInline package var isShielded: Bool { ask { $0.isShielded } }

  private func ask<Answer>(_ question: (CloseAction) -> Answer) -> Answer {
    switch self {
    case .value(let action, _): question(action)
    case .place(let place): place.action._withUnsafeGuaranteedRef(question)
    }
  }

  /// Closes the value, unless the closing has to be awaited: then it does nothing and returns `nil`.
  package func runUnlessAwaited() -> [CloseError.Failure]? {
    switch self {
    case .value(let action, let value): action.closeUnlessAwaited(value).failures
    case .place(let place): place.closeUnlessAwaited().failures
    }
  }

  /// Closes the value. An asynchronous closing is left to an unstructured task that is not awaited, and listed among the failures.
  package func runNow() -> [CloseError.Failure] { runUnlessAwaited() ?? leave() }

  /// Closes the value, whose closing is asynchronous, in a task that is not awaited.
  package func leave() -> [CloseError.Failure] {
    Task { [held] in await held.run() }
    return awaitedStep.map { [CloseError.Failure($0, error: nil)] } ?? []
  }

  /// Closes the value.
  package nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    if let failures = runUnlessAwaited() { return failures }
    return await runAwaited()
  }

  /// Closes the value, whose closing has to be awaited.
  @inlinable @inline(__always)
  package nonisolated(nonsending) func runAwaited() async -> [CloseError.Failure] {
    switch self {
    case .value(let action, let value): await action.close(value)
    case .place(let place): await place.closeAwaited()
    }
  }

  /// The same with a copy of the value, for code that outlives the scope in whose memory the value lies.
  @usableFromInline package var held: CloseEntry {
    switch self {
    case .value: self
    case .place(let place): place.action._withUnsafeGuaranteedRef { .value($0, $0.value(at: place.memory)) }
    }
  }
}

/// Does something for no value when an owner closes.
// SAFETY: adds a Sendable let.
package final class CloseNotice: CloseAction, @unchecked Sendable {
  private let tell: @Sendable () -> Void

  package init(_ tell: @escaping @Sendable () -> Void) {
    self.tell = tell
    super.init(isAwaited: false)
  }

  package override func closeUnlessAwaited(_ value: Any) -> CloseOutcome {
    tell()
    return .cleanly
  }
}

/// Does something with a place in memory when an owner closes, where no object stands for each place.
// SAFETY: adds a Sendable let.
package final class ClosePlace: CloseAction, @unchecked Sendable {
  private let run: @Sendable (UnsafeMutableRawPointer) -> CloseOutcome

  package init(_ run: @escaping @Sendable (UnsafeMutableRawPointer) -> CloseOutcome) {
    self.run = run
    super.init(isAwaited: false)
  }

  package override func closeUnlessAwaited(at memory: UnsafeMutableRawPointer) -> CloseOutcome { run(memory) }
}
