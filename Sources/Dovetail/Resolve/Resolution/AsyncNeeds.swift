// SPDX-License-Identifier: Apache-2.0

/// Passes its needs to an asynchronous factory, in declared order. Stays with the task that builds.
final class AsyncNeeds {
  private let slot: Slot
  let context: Context
  private let arguments: [any Sendable]?
  let state: RequestState
  private var next = 0

  init(of slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState) {
    self.slot = slot
    self.context = context
    self.arguments = arguments
    self.state = state
  }

  /// The next need. `Need` is the type for which the slot was linked.
  func take<Need>(_ type: Need.Type = Need.self) async throws -> Need {
    let (need, isFirst) = (slot.needs[next], next == 0)
    next += 1
    if let position = need.argument, let arguments, position.index < arguments.count,
      let given = arguments[position.index] as? Need
    {
      return given
    }
    if let ready = need.cell?.ready { return ready.copy() }
    let inner = slot.passesArguments && isFirst ? arguments : nil
    if need.isAwaited { return try await need.produce(context, inner, state).made(of: need) }
    return try Request.part(of: slot, context, state) { () throws(ResolutionError) -> Need in
      try Arguments.keeping(boxed: inner, for: need) { given throws(ResolutionError) in try need.value(context, given) }
    }
  }

  /// Runs the steps for a new value, after all parameters were taken.
  func finish<Value: Sendable>(
    _ made: Value, _ steps: [FinishingStep<Value>], on actor: (any Actor)?
  ) async throws -> Value {
    guard let actor else { return try AsyncNeeds.finish(made, steps, slot, context, next, state).get() }
    // Values that requests share stay with their own isolation, so the steps are a request of their own.
    let (slot, context, taken) = (slot, context, next)
    return try await ActorClaim.request(on: actor) { () throws(ResolutionError) in
      let state = RequestState()
      let finished = try AsyncNeeds.finish(made, steps, slot, context, taken, state)
      if case .success = finished { state.end(isFinished: true) } else { state.end(isFinished: false) }
      return finished
    }.get()
  }

  /// - Returns: The value, or the error of a step as it is: the slot is a step further out.
  private static func finish<Value>(
    _ made: Value, _ steps: [FinishingStep<Value>], _ slot: Slot, _ context: Context, _ taken: Int, _ state: RequestState
  ) throws(ResolutionError) -> Result<Value, any Error> {
    try Request.part(of: slot, context, state) { () throws(ResolutionError) in
      var value = made
      var needs = Needs(of: slot, context, nil, skipping: taken)
      do { for step in steps { try step(&value, &needs) } } catch { return .failure(error) }
      return .success(value)
    }
  }
}
