// SPDX-License-Identifier: Apache-2.0

/// Wraps a slot whose factory belongs to an actor: an awaited request runs there.
// SAFETY: as in Slot; the bound slot and the actor are Sendable lets.
final class IsolatedSlot<Value: Sendable>: TypedSlot<Value>, @unchecked Sendable {
  private let bound: TypedSlot<Value>
  private let actor: any Actor

  init(_ bound: TypedSlot<Value>, _ actor: any Actor) {
    self.bound = bound
    self.actor = actor
    var blueprint = SlotBlueprint(intercepting: bound)
    blueprint.instance = bound.instance
    super.init(blueprint) { _ in throw Gate.reentered(bound.step) }
  }

  override var isShared: Bool { bound.isShared }
  override var isAwaited: Bool { true }

  override func inner(_ context: Context) -> Context { bound.inner(context) }

  override func connect(_ slots: [Slot]) {
    super.connect(slots)
    bound.connect(slots)
  }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    try bound.get(context, arguments)
  }

  // Instances that a request shares stay in its isolation, so a part made here is its own request.
  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    if let value = ready(as: Value.self) { return Handed(value) }
    let held: [any Sendable]
    do { held = try await AsyncFrontier(of: self, in: context).build() } catch {
      throw (error as? ResolutionError)?.through(step) ?? error
    }
    try Task.checkCancellation()
    return Handed(try await build(context, arguments, holding: held, on: actor))
  }

  private func build(
    _ context: Context, _ arguments: [any Sendable]?, holding held: [any Sendable], on actor: isolated any Actor
  ) throws(ResolutionError) -> Value {
    try withExtendedLifetime(held) { () throws(ResolutionError) -> Value in
      try ActorClaim.request(on: actor) { () throws(ResolutionError) -> Value in
        try Request.run(bound, in: context, giving: arguments)
      }
    }
  }
}
