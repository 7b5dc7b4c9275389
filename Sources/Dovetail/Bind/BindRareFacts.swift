// SPDX-License-Identifier: Apache-2.0

/// The parts that few binds have.
package struct BindRareFacts<Value>: Sendable {
  /// The steps for a new value before it is handed out, in declared order: properties are set, then `onCreate` runs.
  package var properties: [FinishingStep<Value>] = []
  package var hooks: [FinishingStep<Value>] = []
  /// The actor on which `onCreate` runs, if there is one.
  package var hooksActor: (any Actor)?
  package var onClose: [CloseHook<Value>] = []
  /// Makes the storage of a custom scope. Kept here because only `in(_:)` knows that the value is Sendable.
  var storage: (@Sendable (any Resolver) throws -> CustomRequest<Value>)?
  /// Makes the slot when the factory is asynchronous. Kept here, because only the initialiser knows that the value is Sendable.
  var asyncSlot: (@Sendable (Bind<Value>, SlotBlueprint, ScopeChoice, SlotMaker, OnClose<Value>?) -> Slot)?
  /// The factory when it is synchronous and belongs to an actor.
  var isolated: IsolatedFactory<Value>?
  /// Makes awaited values on the actor of the factory. Kept here, because only the code that lists the bind knows that the value is Sendable.
  var isolating: Production?
  /// Binds derived from this one once its name is known, and its actor, if there is one.
  package var companions: [@Sendable (_ name: String?, _ actor: (any Actor)?) -> BindContent] = []

  /// The steps for a new value, in order.
  var steps: [FinishingStep<Value>] { properties + hooks }
}

/// Keeps the rare parts of a bind on the heap. So most binds are small, quick to make, to copy and to compile, and need no metadata of these
/// types.
final class HeldRareFacts<Value>: Sendable {
  let rareFacts: BindRareFacts<Value>

  init(_ rareFacts: BindRareFacts<Value>) { self.rareFacts = rareFacts }
}

extension Bind {
  /// The rare parts; empty if there are none.
  package var rareFacts: BindRareFacts<Value> {
    get { rare?.rareFacts ?? BindRareFacts() }
    set { rare = HeldRareFacts(newValue) }
  }
}
