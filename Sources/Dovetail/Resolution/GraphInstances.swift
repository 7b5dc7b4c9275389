// SPDX-License-Identifier: Apache-2.0

/// The instances of one outermost request. Stays with that request, on one thread or in one task.
final class GraphInstances {
  private enum State {
    case building
    /// The `GraphInstance` of the slot's type, and its scope: held, so that no later scope can have its identity.
    case ready(AnyObject, OpenScope?)
  }

  /// An instance belongs to the open scope in which it was made, or to the container: its dependencies may live there.
  struct ID: Hashable {
    private let slot: ObjectIdentifier
    private let scope: UnsafeMutableRawPointer?

    init(_ slot: Slot, _ context: Context) {
      self.slot = ObjectIdentifier(slot)
      scope = context.scopeID
    }
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
      return unsafeDowncast(instance, to: GraphInstance<Value>.self).value
    case nil:
      states[id] = .building
      return nil
    }
  }

  /// Keeps an instance that was made.
  func end<Value>(_ id: ID, with value: Value, in context: Context) {
    states[id] = .ready(GraphInstance(value), context.scope)
  }

  /// Forgets an instance that could not be made, so that it may be tried again.
  func fail(_ id: ID) { states[id] = nil }
}

/// One instance, with its type: from an `Any`, a cast would turn an optional within an optional into nil.
private final class GraphInstance<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}
