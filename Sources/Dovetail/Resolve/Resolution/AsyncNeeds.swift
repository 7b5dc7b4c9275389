// SPDX-License-Identifier: Apache-2.0

/// Passes its needs to an asynchronous factory, in declared order. Stays with the task that builds.
package final class AsyncNeeds {
  private let slot: Slot
  private let context: Context
  private let arguments: [any Sendable]?
  package let state: RequestState
  private var next = 0

  init(of slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState) {
    self.slot = slot
    self.context = context
    self.arguments = arguments
    self.state = state
  }

  /// The next need. `Need` is the type for which the slot was linked.
  package func take<Need>(_ type: Need.Type = Need.self) async throws -> Need {
    let need = slot.needs[next].object
    next += 1
    if need.argument != nil, let arguments {
      let block = ArgumentBlock(arguments, for: slot)
      defer { block.end() }
      return try need.get(context, block.arguments, from: .argument)
    }
    if let value = need.ready(as: Need.self) { return value }
    if need.isAwaited { return try await (need.produce(context, nil, state) as Handed<Need>).value }
    return try Request.part(of: slot, context, state) { () throws(ResolutionError) -> Need in try need.get(context) }
  }

  /// Runs the steps for a new value, after all parameters were taken.
  package func finish<Value: Sendable>(
    _ made: Value, _ steps: [FinishingStep<Value>], on actor: (any Actor)?
  ) async throws(ResolutionError) -> Value {
    guard let actor else { return try AsyncNeeds.finish(made, steps, slot, context, next, state) }
    // Values that requests share stay with their own isolation, so the steps are a request of their own.
    let (slot, context, taken) = (slot, context, next)
    return try await ActorClaim.request(on: actor) { () throws(ResolutionError) -> Value in
      try AsyncNeeds.finish(made, steps, slot, context, taken, RequestState())
    }
  }

  private static func finish<Value>(
    _ made: Value, _ steps: [FinishingStep<Value>], _ slot: Slot, _ context: Context, _ taken: Int, _ state: RequestState
  ) throws(ResolutionError) -> Value {
    try Request.part(of: slot, context, state) { () throws(ResolutionError) -> Value in
      var value = made
      var needs = Needs(of: slot, context, nil, skipping: taken)
      do { for step in steps { try step(&value, &needs) } } catch { throw ResolutionError(error, through: slot.step) }
      return value
    }
  }
}

/// A value that may cross from the task that made it to the tasks that wait for it.
// SAFETY: the first initialiser demands a Sendable value; the second one a collection of values of a type of which one was handed over, so
// that the type is known to be Sendable.
package struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) where Value: Sendable { self.value = value }

  init<Part>(_ value: Value, madeOf proof: Handed<Part>) { self.value = value }
}
