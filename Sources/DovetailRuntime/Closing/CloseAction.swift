// SPDX-License-Identifier: Apache-2.0

/// The closing of the values of one bind when their owner closes.
// SAFETY: each subclass proves its own properties; this class has Sendable lets.
@usableFromInline
package class CloseAction: @unchecked Sendable {
  /// Whether the closing of a value may have to be awaited.
  @usableFromInline package let isAwaited: Bool
  /// Whether it must not notice the cancellation of the task that closes the owner.
  @usableFromInline package let isShielded: Bool
  /// The bind or member whose values it closes, for errors.
  let step: ResolutionError.Step
  let owner: CloseOwner

  init(_ owner: CloseOwner, _ step: ResolutionError.Step, isAwaited: Bool, shielded: Bool = true) {
    self.owner = owner
    self.step = step
    self.isAwaited = isAwaited
    isShielded = shielded
  }

  /// Closes the value at an address, unless the closing has to be awaited: then it does nothing.
  ///
  /// - Returns: Whether the value is closed.
  @usableFromInline
  package func closeUnlessAwaited(at memory: Address, _ failures: inout [CloseError.Failure]) -> Bool { true }

  /// Closes the value at an address, whose closing has to be awaited, and returns the failures.
  @usableFromInline package func close(at memory: Address) async -> [CloseError.Failure] { [] }

  /// The entry to run when the owner begins to close, before everything in it; `nil` for all actions but a ``CloseNotice``.
  package var beginning: CloseEntry? { nil }

  /// A copy of the value at an address, for code that outlives the memory there.
  package func keep(copyOf memory: Address) -> KeptValue { KeptValue((), self) }
}

extension CloseAction {
  /// The error for a value that its owner could not close, as it will be closed by code that cannot await.
  package var refused: ResolutionError {
    ResolutionError(
      .unawaited, step.key, "\(step.key.quoted) is closed asynchronously, and \(owner) is closed by code that does not await",
      at: step, help: "open the scope with try await withScope(…) { scope in … }")
  }
}

/// An action that is one closure, which awaits nothing.
// SAFETY: adds a Sendable let.
package final class CloseClosure: CloseAction, @unchecked Sendable {
  static let anyone = ResolutionError.Step(
    key: Graph.Key(type: TypeName(text: "a value")), location: .unknown, scope: .transient, module: TypeName(text: "the program"))

  private let body: @Sendable (Address, inout [CloseError.Failure]) -> Void

  package init(_ body: @escaping @Sendable (Address, inout [CloseError.Failure]) -> Void) {
    self.body = body
    super.init(.container, CloseClosure.anyone, isAwaited: false)
  }

  package override func closeUnlessAwaited(at memory: Address, _ failures: inout [CloseError.Failure]) -> Bool {
    body(memory, &failures)
    return true
  }
}

/// Takes the failures of an owner, those of what was open inside included, and the time that the closing of its values took. It is the first entry of the
/// owner, so that it runs last.
// SAFETY: adds Sendable lets.
package final class CloseNotice: CloseAction, @unchecked Sendable {
  /// Notes when the values begin to close.
  // SAFETY: adds a Sendable let.
  private final class Beginning: CloseAction, @unchecked Sendable {
    let begun = Lock(ContinuousClock.now)

    override func closeUnlessAwaited(at memory: Address, _ failures: inout [CloseError.Failure]) -> Bool {
      begun.withLock { $0 = .now }
      return true
    }
  }

  private let start = Beginning(.container, CloseClosure.anyone, isAwaited: false, shielded: false)
  private let body: @Sendable ([CloseError.Failure], Duration) -> Void

  package init(_ body: @escaping @Sendable ([CloseError.Failure], Duration) -> Void) {
    self.body = body
    super.init(.container, CloseClosure.anyone, isAwaited: false)
  }

  package override var beginning: CloseEntry? { CloseEntry(start, at: Unheld(start).address) }

  package override func closeUnlessAwaited(at memory: Address, _ failures: inout [CloseError.Failure]) -> Bool {
    body(failures, start.begun.withLock { $0 }.duration(to: .now))
    return true
  }
}
