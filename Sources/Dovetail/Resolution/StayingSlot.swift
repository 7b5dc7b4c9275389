// SPDX-License-Identifier: Apache-2.0

/// Wraps a slot whose values are shared and not Sendable, and belong to an actor: they never leave it.
///
/// It has no instance and no place, so that nothing hands out a value that is ready without the test.
// SAFETY: as in Slot; the actor is a Sendable let. The bound slot shares values that are not Sendable: they are made and handed out only while
// the actor runs the calling code, and stay with it (see ActorClaim). Elsewhere they are only released.
final class StayingSlot<Value>: ForwardingSlot<Value>, @unchecked Sendable {
  private let actor: any Actor

  init(_ bound: TypedSlot<Value>, _ actor: any Actor) {
    self.actor = actor
    super.init(bound)
  }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if ActorClaim.holds(for: actor) { return try bound.get(context, arguments) }
    throw ResolutionError.isolated(step.key, to: ActorWitness.name(of: actor), mayLeave: false, at: step.location).through(step)
  }

  // For the start of a container: the value is made, and goes nowhere.
  override func build() async throws {
    let held = try await AsyncFrontier(of: self, in: .container).build()
    try await build(holding: held, on: actor)
  }

  private func build(holding held: [any Sendable], on actor: isolated any Actor) throws(ResolutionError) {
    try withExtendedLifetime(held) { () throws(ResolutionError) -> Void in
      _ = try ActorClaim.request(on: actor) { () throws(ResolutionError) -> Value in try Request.run(self, in: .container) }
    }
  }
}
