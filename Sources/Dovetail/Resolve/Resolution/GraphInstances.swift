// SPDX-License-Identifier: Apache-2.0

/// The instances of one outermost request. Stays with that request, on one thread or in one task.
final class GraphInstances {
  private enum State {
    case building
    /// The value, and its scope: held, so that no later scope can have its identity.
    case ready(Cell, OpenScope?)
  }

  /// An instance belongs to the open scope in which it was made, or to the container: its dependencies may live there.
  struct ID: Hashable {
    let slot: ObjectIdentifier
    let scope: ObjectIdentifier?
  }

  private var states: [ID: State] = [:]

  /// Begins to make an instance, unless it exists.
  ///
  /// - Returns: The instance; `nil` when the caller has to make it, and then to call ``end(_:with:in:)`` or ``fail(_:)``.
  /// - Throws: `ResolutionError` with code `.cycle` when it is being made.
  func begin(_ id: ID, for slot: Slot) throws(ResolutionError) -> Cell? {
    switch states[id] {
    case .building: throw .reentered(slot.step)
    case .ready(let cell, _): return cell
    case nil:
      states[id] = .building
      return nil
    }
  }

  func end(_ id: ID, with cell: Cell, in context: Context) { states[id] = .ready(cell, context.scope) }

  /// Forgets an instance that could not be made, so that it may be tried again.
  func fail(_ id: ID) { states[id] = nil }
}
