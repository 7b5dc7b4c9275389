// SPDX-License-Identifier: Apache-2.0

/// One value to close: the action of its bind, and its address.
///
/// The code that closes the owner holds both: the owner has the memory of its values and the actions of its binds, or it keeps the owner of them, a
/// ``KeptValue``. Only `.singleton` and `.scoped` binds and `single` members close; they demand that their values are Sendable.
@usableFromInline
package struct CloseEntry: Sendable {
  @usableFromInline package let action: Unheld<CloseAction>
  @usableFromInline package let memory: Address

  @inlinable @inline(__always)
  package init(_ action: CloseAction, at memory: Address) {
    self.action = Unheld(action)
    self.memory = memory
  }

  /// The step whose closing may have to be awaited; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { action.use { $0.isAwaited ? $0.step : nil } }

  /// The entry to run when the owner begins to close; see ``CloseAction/beginning``.
  package var beginning: CloseEntry? { action.use { $0.beginning } }

  @inlinable package var isAwaited: Bool { action.use { $0.isAwaited } }

  @inlinable package var isShielded: Bool { action.use { $0.isShielded } }

  /// Closes the value, unless the closing has to be awaited: then it does nothing.
  ///
  /// - Returns: Whether the value is closed.
  @inlinable @inline(__always)
  package func closeUnlessAwaited(_ failures: inout [CloseError.Failure]) -> Bool {
    action.use { $0.closeUnlessAwaited(at: memory, &failures) }
  }

  /// Closes the value, whose owner has closed meanwhile, and returns the error of the request.
  package var late: ResolutionError {
    let action = action.object
    return action.owner.closed(action.step, after: PendingCloses([self]).runNow())
  }

  /// Closes the value, whose closing has to be awaited, and returns the failures.
  package nonisolated(nonsending) func closeAwaited() async -> [CloseError.Failure] {
    await action.object.close(at: memory)
  }

  package nonisolated(nonsending) func close() async -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    return closeUnlessAwaited(&failures) ? failures : await closeAwaited()
  }

  /// A copy of the value, for code that outlives the memory here.
  var copied: KeptValue { action.use { $0.keep(copyOf: memory) } }

  /// Closes the value, whose closing has to be awaited, in a task that is not awaited and may outlive the memory here.
  ///
  /// - Returns: That, as a failure.
  package func leave() -> [CloseError.Failure] {
    let kept = copied
    Task {
      _ = await kept.entry.close()
      withExtendedLifetime(kept) {}
    }
    return awaitedStep.map { [CloseError.Failure($0, error: nil)] } ?? []
  }
}

/// Owns a value that lies nowhere else until it is closed, and its action.
package final class KeptValue: Sendable {
  private let value: Instance
  private let action: CloseAction
  /// The entry for the value, to be used as long as this is kept.
  package let entry: CloseEntry

  package init<Value>(_ value: Value, _ action: CloseAction) {
    self.value = Instance(of: Value.self)
    self.action = action
    entry = CloseEntry(action, at: self.value.fill(with: value))
  }

  /// The closing of this value alone.
  package var closing: PendingCloses { PendingCloses([entry], keeping: [self]) }
}
