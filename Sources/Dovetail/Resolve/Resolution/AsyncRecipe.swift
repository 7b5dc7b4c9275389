// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs, with an asynchronous factory.
typealias AsyncRecipe<Value> = @Sendable (AsyncNeeds) async throws -> Value

/// The asynchronous factory of a bind, with all that a slot for it needs.
struct AsyncMaking<Value: Sendable>: Sendable {
  let owner: ContainerContext
  /// Closes the values, if their scope closes them.
  let onClose: OnClose<Value>?
  let recipe: AsyncRecipe<Value>

  /// The slot of a bind, whose values are shared as the configuration says.
  func slot(_ configuration: SlotConfiguration) -> Slot {
    var configuration = configuration
    configuration.awaitedRecipe = awaitedRecipe(configuration)
    // Only awaited requests find a value that their outermost one shares.
    configuration.isOfGraph = false
    return .derived(configuration) { [origin = configuration.origin] _ throws(ResolutionError) -> Value in
      throw .unawaited(origin.step)
    }
  }

  private func awaitedRecipe(_ configuration: SlotConfiguration) -> AwaitedRecipe {
    switch configuration.sharing?.holder {
    case .container(let cell): inContainer(cell)
    case .scope(let kind, let index): inScope(kind, index)
    case .others(let weak): weakly(weak)
    case nil where configuration.isOfGraph: AwaitedRecipe { try await inGraph($0, $1, $2, $3) }
    // The checks refuse a custom scope.
    case nil, .custom: AwaitedRecipe { try await make($0, $1, $2, $3) }
    }
  }

  /// Makes a value as part of a request.
  private func make(
    _ slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Cell {
    let activation = try AsyncActivation(slot, context, hasArguments: arguments != nil, in: state)
    return try await activation.run(in: state) { Cell(holding: try await made(slot, context, arguments, state)) }
  }

  /// One instance for every outermost request, built in the isolation of that request.
  private func inGraph(
    _ slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Cell {
    if let known = try state.graph.begin(slot, in: context) { return known }
    var made: Cell?
    defer { state.graph.end(slot, in: context, with: made) }
    let cell = try await make(slot, context, arguments, state)
    made = cell
    return cell
  }

  /// Builds a shared value, as a separate outermost request, which its owner closes.
  private func build(
    _ slot: Slot, in context: Context, _ arguments: [any Sendable]?, of owner: CloseOwner, keptBy lifetime: Lifetime
  ) async throws -> Value {
    try await lifetime.building(slot, of: owner) {
      let value = try await RequestState(isOfBuild: true).finishing { state in
        try await made(slot, context, arguments, state)
      }
      try await onClose?.register(value, in: lifetime)
      return value
    }
  }

  /// Runs the recipe, after the slot's awaited needs are built.
  private func made(
    _ slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Value {
    do {
      let held = try await state.prepare(slot, in: context)
      defer { withExtendedLifetime(held) {} }
      return try await recipe(AsyncNeeds(of: slot, context, arguments, state))
    } catch {
      // A cancellation of the running task is not a failure of the factory.
      if error is CancellationError, Task.isCancelled { throw error }
      throw ResolutionError(error, through: slot.step)
    }
  }
}

// Values that tasks build and share.
extension AsyncMaking {
  private func inContainer(_ cell: Cell) -> AwaitedRecipe {
    AwaitedRecipe(isShared: true) { slot, _, arguments, state in
      let container = try owner.container(for: slot.step.key)
      let _: Value = try await cell.value(
        of: slot.step, isDeclared: state.isDeclared,
        awaiting: { try await build(slot, holding: container, arguments) })
      return cell
    }
  }

  private func weakly(_ weak: WeakCell) -> AwaitedRecipe {
    AwaitedRecipe(isShared: true) { slot, _, arguments, state in
      let container = try owner.container(for: slot.step.key)
      let value: Value = try await weak.value(
        of: slot.step, isDeclared: state.isDeclared,
        awaiting: { try await build(slot, holding: container, arguments) })
      return Cell(holding: value)
    }
  }

  /// Builds a value that outlives every scope. The build may outlive its requesters, so it holds the container, which holds the slots.
  private func build(_ slot: Slot, holding container: Container, _ arguments: [any Sendable]?) async throws -> Value {
    defer { withExtendedLifetime(container) {} }
    return try await owner.outsideScopes {
      try await build(slot, in: .container, arguments, of: .container, keptBy: owner.lifetime)
    }
  }

  private func inScope(_ kind: any ScopeKind.Type, _ index: CellIndex?) -> AwaitedRecipe {
    AwaitedRecipe(isShared: true) { slot, context, arguments, state in
      // The build may outlive its requesters.
      let (scope, entered) = try owner.scope(kind, context, for: slot)
      let (use, isHeld) = (ScopeUse(scope), entered == nil)
      entered?.leave()
      defer { withExtendedLifetime(use) {} }
      let cell = use.scope.cell(of: slot, index)
      let value: Value = try await cell.value(
        of: slot.step, isDeclared: state.isDeclared,
        awaiting: {
          defer { withExtendedLifetime(use) {} }
          try slot.sharing?.check(use.scope)
          let inside = Context(scope: use.scope, isKept: true)
          return try await build(slot, in: inside, arguments, of: .scope(kind), keptBy: use.scope.lifetime)
        })
      // The cell is empty once the scope has closed, which a requester prevents only if it has entered the scope.
      return isHeld ? cell : Cell(holding: value)
    }
  }
}

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
