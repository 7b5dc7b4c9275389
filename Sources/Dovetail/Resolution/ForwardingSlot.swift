// SPDX-License-Identifier: Apache-2.0

/// Stands in front of a bound slot, and answers requests and needs in its place.
// SAFETY: as in Slot; the bound slot is a Sendable let.
class ForwardingSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  final let bound: TypedSlot<Value>

  init(_ bound: TypedSlot<Value>) {
    self.bound = bound
    super.init(SlotBlueprint(intercepting: bound)) { _ in throw Gate.reentered(bound.step) }
  }

  override var isShared: Bool { bound.isShared }

  override var isAwaited: Bool { bound.isAwaited }

  override var isSharedByTasks: Bool { bound.isSharedByTasks }

  override func inner(_ context: Context) -> Context { bound.inner(context) }

  override func prepare(_ context: Context) async throws -> any Sendable { try await bound.prepare(context) }

  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> { try await bound.produce(context, arguments, state) }

  override func connect(_ slots: [Slot]) {
    super.connect(slots)
    bound.connect(slots)
  }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    try bound.get(context, arguments)
  }
}
