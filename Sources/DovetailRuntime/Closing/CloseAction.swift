// SPDX-License-Identifier: Apache-2.0
/// The closing of the values of one bind or member when their owner closes.
package protocol CloseAction: AnyObject, Sendable {
  /// Whether the closing of a value may have to be awaited.
  var isAwaited: Bool { get }
  /// Whether it must not notice the cancellation of the task that closes the owner.
  var isShielded: Bool { get }
  /// The bind or member whose values it closes, for errors.
  var step: ResolutionError.Step { get }
  var owner: CloseOwner { get }

  /// The owner begins to close; called for its first entry.
  func begin()

  /// Closes a value, as far as nothing has to be awaited.
  ///
  /// - Returns: What is left to do, which has to be awaited; `nil` when the value is closed.
  func closeUnlessAwaited(_ value: Address?, _ failures: inout [CloseError.Failure]) -> (any CloseAction)?

  /// Closes a value whose closing has to be awaited, and returns the failures.
  func close(_ value: Address?) async -> [CloseError.Failure]

  /// The closing of a copy of a value, for code that outlives its cell.
  func copied(_ value: Address) -> CloseEntry
}

extension CloseAction {
  package func begin() {}

  package func copied(_ value: Address) -> CloseEntry { CloseEntry(self) }

  /// The error for a value that its owner could not close, as it will be closed by code that cannot await.
  package var refused: ResolutionError {
    ResolutionError(
      .unawaited, step.key, "\(step.key.quoted) is closed asynchronously, and \(owner) is closed by code that does not await",
      at: step, help: "open the scope with try await withScope(…) { scope async throws in … }")
  }
}

/// Tells something when an owner closes: at the place of the entry, or, as the owner's first entry, at the end, with the failures of all values, those of what
/// was open inside included, and the time that their closing took.
final class CloseNotice: CloseAction {
  private let begun = Lock(ContinuousClock.now)
  private let body: @Sendable ([CloseError.Failure], Duration) -> Void

  init(_ body: @escaping @Sendable ([CloseError.Failure], Duration) -> Void) { self.body = body }

  var isAwaited: Bool { false }
  var isShielded: Bool { true }
  var owner: CloseOwner { .container }
  var step: ResolutionError.Step { .unbound("a value") }

  func begin() { begun.withLock { $0 = .now } }

  func close(_ value: Address?) async -> [CloseError.Failure] { [] }

  func closeUnlessAwaited(_ value: Address?, _ failures: inout [CloseError.Failure]) -> (any CloseAction)? {
    body(failures, begun.withLock { $0 }.duration(to: .now))
    return nil
  }
}

/// The action of one `onClose`.
package enum CloseHook<Value>: Sendable {
  case now(@Sendable (Value) throws -> Void)
  /// For values that meet the condition, if there is one; shielded from the cancellation of the task that closes the owner if so marked.
  case awaited(when: (@Sendable (Value) -> Bool)?, shielded: Bool, @Sendable (Value) async throws -> Void)

  /// A hook that awaits something for every value, shielded.
  package static func awaiting(_ hook: @escaping @Sendable (Value) async throws -> Void) -> Self {
    .awaited(when: nil, shielded: true, hook)
  }
}

/// The hooks of one bind, which run on its values when their owner closes: one, and those that were declared before it and run after it.
package final class OnClose<Value>: CloseAction {
  package let isAwaited: Bool
  package let isShielded: Bool
  package let step: ResolutionError.Step
  package let owner: CloseOwner
  private let hook: CloseHook<Value>
  private let next: OnClose?

  /// - Parameter hooks: In declared order; `nil` is returned if there are none.
  package init?(_ hooks: some BidirectionalCollection<CloseHook<Value>>, owner: CloseOwner, step: ResolutionError.Step) {
    guard let hook = hooks.last else { return nil }
    let (isAwaited, isShielded) = if case .awaited(_, let isShielded, _) = hook { (true, isShielded) } else { (false, true) }
    self.hook = hook
    next = OnClose(Array(hooks.dropLast()), owner: owner, step: step)
    (self.owner, self.step) = (owner, step)
    self.isAwaited = isAwaited || next?.isAwaited ?? false
    self.isShielded = isShielded || next?.isShielded ?? false
  }

  package func closeUnlessAwaited(_ value: Address?, _ failures: inout [CloseError.Failure]) -> (any CloseAction)? {
    guard let value else { return nil }
    switch hook {
    case .now(let run): do { try run(value.copy()) } catch { failures.append(CloseError.Failure(step, error: error)) }
    case .awaited(let condition, _, _): if condition?(value.copy()) ?? true { return self }
    }
    return next?.closeUnlessAwaited(value, &failures)
  }

  package func close(_ value: Address?) async -> [CloseError.Failure] {
    guard let value else { return [] }
    var failures: [CloseError.Failure] = []
    do { try await run(value.copy()) } catch { failures.append(CloseError.Failure(step, error: error)) }
    if let next { failures += await next.close(value) }
    return failures
  }

  package func copied(_ value: Address) -> CloseEntry { CloseEntry(self, Cell(holding: value.copy() as Value)) }

  private func run(_ value: Value) async throws {
    switch hook {
    case .now(let run): try run(value)
    case .awaited(let condition, _, let run): if condition?(value) ?? true { try await run(value) }
    }
  }
}

// Values that no cell holds yet.
extension OnClose {
  /// Registers a value that was just made. When the owner has closed meanwhile, the value is closed immediately and not handed out.
  package func register(_ value: Value, in lifetime: Lifetime) async throws(ResolutionError) where Value: Sendable {
    let entry = CloseEntry(self, Cell(holding: value))
    if !lifetime.add(entry) { throw owner.closed(step, after: await PendingCloses([entry]).run()) }
  }

  /// Closes a value that was made but not finished, and so not handed out. An asynchronous closing happens with the owner, or in a separate task when the owner
  /// has closed meanwhile.
  ///
  /// - Returns: The error of the request, with the failures.
  package func discard(_ value: Value, in lifetime: Lifetime, after error: any Error) -> any Error {
    let entry = CloseEntry(self, Cell(holding: value))
    var failures: [CloseError.Failure] = []
    if let rest = entry.closeUnlessAwaited(&failures), !lifetime.add(rest) { failures += PendingCloses([rest]).runNow() }
    return ResolutionError.discarding(error, closing: failures, of: step)
  }

  /// Closes a value as the synchronous form does, and awaits an asynchronous closing.
  package func discard(_ value: Value, after error: any Error) async -> any Error where Value: Sendable {
    let failures = await PendingCloses([CloseEntry(self, Cell(holding: value))]).run()
    return ResolutionError.discarding(error, closing: failures, of: step)
  }
}
