// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Modules, checked as a whole and compiled once, plus the shared instances that they make.
///
/// A container never changes: its bindings are fixed when it is made. It may be used from any thread.
///
/// ```swift
/// let container = try Container(CarModule(profile: production))
/// let car = try container.resolve(Car.self)
/// ```
public final class Container: Sendable {
  /// The diagnostics of the checks; only warnings, because an error prevents the container.
  public let report: Report
  @usableFromInline let table: SlotTable
  /// What the container was made from.
  let input: PlanInput
  /// Holds all slots but those that are found later.
  package let plan: Plan
  /// The plan with the binds that were found on types and requested without being needed by any other bind.
  let extended = Lock<Plan?>(nil)
  package let owner: ContainerContext
  /// The position in the order of what was opened in the parent.
  let number: Int
  let observed = Lock<Set<Graph.ObservedEdge>>([])

  init(_ draft: Draft, of input: PlanInput, owner: ContainerContext) {
    (report, self.input, self.owner) = (draft.report, input, owner)
    plan = Plan(draft, over: input.parent?.plan, owner: owner)
    table = plan.table
    number = input.parent?.lifetime.nextOpening() ?? 0
    owner.adopt(self)
  }

  deinit { if parent != nil { drop() } }

  /// The container over which this one was made.
  package var parent: Container? { input.parent }

  /// The plan, together with the binds that were found on types and have joined since.
  package var wholePlan: Plan { extended.withLock { $0 } ?? plan }

  /// The slot and the binding that answer a key that is bound as it is; `nil` when it is not.
  func planned(_ key: Graph.Key) -> (slot: Slot, binding: Int)? { plan.slot(key) ?? extended.withLock { $0 }?.slot(key) }

  /// The first recorder among the observers; `nil` when there is none. A container that is made from another one's modules has the same.
  package var recorder: RecordingObserver? { owner.observers?.recorder }

  /// Whether an owner is that of this container or of a parent: then its open scopes have a cell for all of the owner's slots.
  func sees(_ other: ContainerContext) -> Bool { owner === other || parent?.sees(other) ?? false }
}

extension Graph.ObservedEdge: Inert {}

extension Container {
  /// Closes the container: what is open inside it, then its singletons; each newest first, once, regardless of failures. Then it ends deferred dependencies.
  ///
  /// Open inside are scopes and child containers. A later resolution throws `ResolutionError` with code `.closed`. A second close does nothing.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With the container still open: with reason `.unawaited` when a value in it is closed asynchronously,
  ///   `.building` when a value in it is being built, `.running` when it was started and is not stopped; what is open inside counts, too. With reason
  ///   `.closing` when other code is closing it.
  public func close() throws(CloseError) {
    if lifetime.mayRefuse, let obstacle { throw obstacle }
    do throws(CloseError) {
      if owner.holdParts() != nil { throw CloseError(owner: "the container", .running, []) }
      try closeAtOnce()
    } catch {
      releaseInside()
      throw error
    }
  }

  /// Closes the container as the synchronous form does, and awaits what has to be awaited: asynchronous `onClose` closures, builds in progress, which it
  /// cancels, and a closing that other code has begun. Started containers are stopped first, child containers before this one, without a deadline.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in an `onClose` that awaits.
  ///
  /// - Throws: `CloseError` with every error of `onClose`, and with the error of stopping the container. With the container still open: with reason `.running`
  ///   when a hook of the start or the stop in progress calls it, `.building` when a factory calls it whose value the container keeps.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    if !lifetime.isClosed {
      try refuseBuilder()
      // Before anything is stopped.
      if isReentered { throw CloseError(owner: "the container", .running, []) }
    }
    var (stopFailures, failures): ([any Error], [CloseError.Failure]) = ([], [])
    do throws(CloseError) {
      stopFailures = try await stopInside()
      try await closeAwaiting()
    } catch {
      releaseInside()
      guard error.reason == .failed else { throw error }
      failures = error.failures
    }
    if failures.isEmpty, stopFailures.isEmpty { return }
    var error = CloseError(owner: "the container", .failed, failures)
    error.stopFailures = stopFailures
    throw error
  }

  /// Whether a start or a stop, here or in a child container, waits for the running code.
  private var isReentered: Bool { owner.isReentered || lifetime.parts.contains { ($0 as? Container)?.isReentered ?? false } }

  /// Stops the child containers, newest first, then this one.
  ///
  /// - Returns: The errors, in that order.
  private nonisolated(nonsending) func stopInside() async throws(CloseError) -> [any Error] {
    var failures: [any Error] = []
    for case let child as Container in lifetime.parts { failures += try await child.stopInside() }
    while let busy = owner.holdParts() { if let failure = try await busy.stopForClosing(self) { failures.append(failure) } }
    return failures
  }

  /// Lets the parts of the container begin work again, and those of its child containers: the closing was refused.
  private func releaseInside() {
    if lifetime.isClosed { return }
    for case let child as Container in lifetime.parts { child.releaseInside() }
    owner.releaseParts()
  }

  /// Whether the container, or a parent of it, has closed.
  public var isClosed: Bool { !table.isOpen.load(ordering: .acquiring) || parent?.isClosed ?? false }
}

extension Container: Closing {
  package var closeOwner: CloseOwner { .container }

  package var lifetime: Lifetime { owner.lifetime }

  package var isBusy: Bool { owner.isBusy }

  package func shut() { table.shut() }

  package func unshut() { table.unshut() }

  package nonisolated(nonsending) func stopLate() async -> [CloseError.Failure] {
    do throws(CloseError) {
      return try await stopInside().map { CloseError.Failure(.unbound("a child container"), error: $0) }
    } catch { return error.failures }
  }

  package func letGoAfterClosing() {
    // In this order: what is taken from now on does not keep the container any more, and what was taken lets it go.
    owner.endParts()
    owner.sever()
    leaveParent()
  }

  private func leaveParent() { parent?.lifetime.forget(number) }

  /// Leaves what has to be closed to the parent, and reports it: nobody holds the container any more.
  func drop() {
    let finding = lifetime.dropped(.droppedChild, in: "its parent", at: .unknown, help: "close it with try await close()")
    if let finding { finding.report(to: owner.observers) } else { leaveParent() }
  }
}

extension CloseOwner {
  /// A child container that nobody holds any more.
  static var droppedChild: CloseOwner { .named { "a child container" } }
}
