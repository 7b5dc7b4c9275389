// SPDX-License-Identifier: Apache-2.0

/// The instances of one outermost request. Stays with that request, on one thread or in one task.
final class GraphInstances {
  /// An instance belongs to the open scope in which it was made, or to the container: its dependencies may live there.
  private struct ID: Hashable {
    let slot: ObjectIdentifier
    let scope: ObjectIdentifier?

    init(_ slot: Slot, _ context: Context) { (self.slot, scope) = (ObjectIdentifier(slot), context.scopeID) }
  }

  /// Each value, `nil` while it is being made, and its scope: held, so that no later scope can have its identity.
  private var instances: [ID: (made: Cell?, scope: OpenScope?)] = [:]

  /// Begins to make an instance, unless it exists.
  ///
  /// - Returns: The instance; `nil` when the caller has to make it, and then to call ``end(_:in:with:)``.
  /// - Throws: `ResolutionError` with code `.cycle` when it is being made.
  func begin(_ slot: Slot, in context: Context) throws(ResolutionError) -> Cell? {
    let id = ID(slot, context)
    guard let known = instances[id] else {
      instances[id] = (nil, context.scope)
      return nil
    }
    guard let made = known.made else { throw .reentered(slot.step) }
    return made
  }

  /// Keeps the instance, or forgets one that could not be made, so that it may be tried again.
  func end(_ slot: Slot, in context: Context, with made: Cell?) {
    instances[ID(slot, context)] = made.map { ($0, context.scope) }
  }
}
