// SPDX-License-Identifier: Apache-2.0

/// A value that exists already and needs nothing.
// SAFETY: as in Slot; the only values that come here are nils of optional needs.
final class ValueSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let value: Value

  init(_ blueprint: SlotBlueprint, _ value: Value) {
    self.value = value
    super.init(blueprint) { [step = blueprint.step] _ in throw Gate.reentered(step) }
  }

  override var isBind: Bool { false }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value { value }
}

/// A value that is made from others without any factory of the user's: a provider, a collection, an optional.
// SAFETY: as in Slot; the closure is a `let` and Sendable.
final class DerivedSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let derive: @Sendable (Context) throws(ResolutionError) -> Value

  init(_ blueprint: SlotBlueprint, _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value) {
    self.derive = derive
    super.init(blueprint) { [step = blueprint.step] _ in throw Gate.reentered(step) }
  }

  override var isBind: Bool { false }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value { try derive(context) }
}
