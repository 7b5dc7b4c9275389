// SPDX-License-Identifier: Apache-2.0

/// The plan of a container: finds the slots that the container's own tables do not know. The modules above know what else is in it.
package protocol SlotFinder: AnyObject, Sendable {
  /// The shapes of all kinds of scopes, with those that joined with binds which types carry; held as long as the plan.
  var shapes: ScopeShapes { get }

  /// The slot of a key; `nil` when nothing is bound for it.
  ///
  /// - Throws: `ResolutionError` with code `.missing` when a bind that is found on its type has missing needs.
  func find<Value>(_ key: Key<Value>, for container: Container) throws(ResolutionError) -> FoundSlot?

  /// The slot of a key that is bound as it is; `nil` when it is not.
  func find(bound key: Graph.Key) -> FoundSlot?

  /// The error that nothing is bound for a key.
  ///
  /// - Parameter requester: The index of the binding whose factory asks; `nil` for the program.
  func missing<Value>(_ key: Key<Value>, askedBy requester: Int?) -> ResolutionError
}

/// The answer to a request of the program or a resolver.
package struct FoundSlot: Sendable {
  /// The slot, which is of a floor above.
  let object: any AnyObject & Sendable
  /// The bindings that the answer leads to; several for a collection.
  let bindings: [Int]
}
