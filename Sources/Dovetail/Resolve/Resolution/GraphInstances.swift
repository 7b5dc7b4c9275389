// SPDX-License-Identifier: Apache-2.0

/// The instances of one outermost request. Stays with that request, on one thread or in one task.
final class GraphInstances {
  private enum State {
    case building
    /// A `Boxed` of the slot's type, because a cast from `Any` would turn an optional within an optional into nil; and the scope of the instance: held, so that
    /// no later scope can have its identity.
    case ready(AnyObject, OpenScope?)
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
  func begin<Value>(_ id: ID, for slot: Slot) throws(ResolutionError) -> Value? {
    switch states[id] {
    case .building: throw Gate.reentered(slot.step)
    case .ready(let instance, _):
      // SAFETY: the state belongs to one slot, which keeps nothing but instances of its type.
      return unsafeDowncast(instance, to: Boxed<Value>.self).value
    case nil:
      states[id] = .building
      return nil
    }
  }

  func end<Value>(_ id: ID, with value: Value, in context: Context) { states[id] = .ready(Boxed(value), context.scope) }

  /// Forgets an instance that could not be made, so that it may be tried again.
  func fail(_ id: ID) { states[id] = nil }
}
