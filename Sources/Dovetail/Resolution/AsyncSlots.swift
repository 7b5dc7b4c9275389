// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs, with an asynchronous factory.
typealias AsyncRecipe<Value> = @Sendable (AsyncNeeds) async throws -> Value

/// A slot whose factory is asynchronous. By itself it is transient: every request runs the recipe.
// SAFETY: as in Slot; the recipe and the owner are Sendable lets.
class AsyncSlot<Value: Sendable>: TypedSlot<Value>, @unchecked Sendable {
  private let recipe: AsyncRecipe<Value>
  private let finish: [FinishingStep<Value>]
  /// The actor on which these steps run, if there is one.
  private let finishActor: (any Actor)?
  /// The notes about its values; `nil` for none, the usual case.
  private let notes: CreationNotes?
  private let parameterCount: Int
  final let onClose: OnClose<Value>?
  final let owner: Owner

  /// - Parameter closing: The owner that closes the values, if there is one.
  init(
    _ blueprint: SlotBlueprint, _ bind: Bind<Value>, _ maker: SlotMaker, closing: CloseOwner? = nil,
    _ recipe: @escaping AsyncRecipe<Value>
  ) {
    self.recipe = recipe
    onClose = closing.flatMap { OnClose(bind.rareFacts.onClose, owner: $0, step: blueprint.step) }
    finish = bind.rareFacts.steps
    finishActor = bind.rareFacts.hooksActor
    notes = CreationNotes(Tracer(bind.declaration, maker), maker.owner.observers)
    parameterCount = bind.declaration.needs.count { $0.need.place == .parameter }
    owner = maker.owner
    super.init(blueprint) { [origin = blueprint.origin] _ in throw ResolutionError.unawaited(origin.step) }
  }

  override var isAwaited: Bool { true }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value { throw .unawaited(step) }

  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    let link = try AsyncLink(self, context, hasArguments: arguments != nil)
    do {
      return try await link.run {
        let held = try await AsyncFrontier.build(for: self, in: context)
        defer { withExtendedLifetime(held) {} }
        return Handed(try await make(context, arguments, state))
      }
    } catch { throw passing(error) }
  }

  /// Builds a shared value, as a separate outermost request.
  final func build(in context: Context) async throws -> Value {
    do {
      let held = try await AsyncFrontier.build(for: self, in: context)
      defer { withExtendedLifetime(held) {} }
      return try await RequestState().finishing { state in try await make(context, nil, state) }
    } catch { throw passing(error) }
  }

  /// Runs the recipe, then sets properties and runs `onCreate`.
  private func make(_ context: Context, _ arguments: [any Sendable]?, _ state: RequestState) async throws -> Value {
    guard let notes else { return try await finished(recipe(AsyncNeeds(of: self, context, arguments, state)), context, state) }
    return try await noted(notes, context, arguments, state)
  }

  private func noted(
    _ notes: CreationNotes, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Value {
    guard let creation = notes.observers?.creating(step) else {
      return try await traced(notes.tracer, context, arguments, state)
    }
    do {
      let value = try await creation.run { try await traced(notes.tracer, context, arguments, state) }
      creation.succeeded(with: value)
      return value
    } catch {
      creation.failed(error)
      throw error
    }
  }

  private func traced(
    _ tracer: Tracer?, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Value {
    guard let tracer else {
      return try await finished(recipe(AsyncNeeds(of: self, context, arguments, state)), context, state)
    }
    let made = tracer.begin(in: state.tracing, isShared: isShared)
    var isFinished = false
    defer { state.tracing.end(made, isFinished: isFinished) }
    let value = try await finished(recipe(AsyncNeeds(of: self, context, arguments, state)), context, state)
    isFinished = true
    tracer.note(value, as: made)
    return value
  }

  private func finished(_ made: Value, _ context: Context, _ state: RequestState) async throws -> Value {
    guard !finish.isEmpty else { return made }
    do {
      guard let finishActor else { return try finishing(made, context, state) }
      return try await finishing(made, context, on: finishActor)
    } catch {
      guard let onClose else { throw error }
      throw await ResolutionError.discarding(error, closing: onClose.discard(made), of: step)
    }
  }

  // Values that requests share stay with their own isolation, so the steps are a request of their own.
  private func finishing(_ made: Value, _ context: Context, on actor: isolated any Actor) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: actor) { () throws(ResolutionError) -> Value in try finishing(made, context, RequestState()) }
  }

  private func finishing(_ made: Value, _ context: Context, _ state: RequestState) throws(ResolutionError) -> Value {
    try Request.part(of: self, context, state) { () throws(ResolutionError) -> Value in
      var value = made
      var needs = Needs(of: self, context, nil, skipping: parameterCount)
      do { for step in finish { try step(&value, &needs) } } catch { throw ResolutionError(error, through: step) }
      return value
    }
  }

  /// An error on its way out. A cancellation of the running task is not a failure of the factory.
  private func passing(_ error: any Error) -> any Error {
    if error is CancellationError, Task.isCancelled { return error }
    return ResolutionError(error, through: step)
  }
}

/// One instance for every outermost request, built in the isolation of that request.
// SAFETY: as in Slot; adds no state, and what it shares stays in one task.
final class AsyncGraphSlot<Value: Sendable>: AsyncSlot<Value>, @unchecked Sendable {
  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    let id = GraphInstances.ID(self, context)
    if let known: Value = try state.graph.begin(id, for: self) { return Handed(known) }
    do {
      let made = try await super.produce(context, arguments, state)
      state.graph.end(id, with: made.value)
      return made
    } catch {
      state.graph.fail(id)
      throw error
    }
  }
}

/// The notes about the values of an asynchronous bind during their creation.
final class CreationNotes: Sendable {
  let tracer: Tracer?
  let observers: ObserverList?

  init?(_ tracer: Tracer?, _ observers: ObserverList?) {
    guard tracer != nil || observers != nil else { return nil }
    self.tracer = tracer
    self.observers = observers
  }
}

/// A slot whose value tasks build and share.
// SAFETY: as in Slot; adds no state.
class SharedAsyncSlot<Value: Sendable>: AsyncSlot<Value>, @unchecked Sendable {
  override final var isShared: Bool { true }
  override final var isSharedByTasks: Bool { true }

  /// The shared value, built on first use.
  func value(_ context: Context) async throws -> Value { throw ResolutionError.unawaited(step) }

  override final func prepare(_ context: Context) async throws -> any Sendable { try await value(context) }

  override final func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> { Handed(try await value(context)) }
}

/// One instance for the container, built by one task.
// SAFETY: as in Slot; all further properties are Sendable lets.
final class AsyncSingletonSlot<Value: Sendable>: SharedAsyncSlot<Value>, @unchecked Sendable {
  private let shared: AsyncInstance<Value>

  init(_ blueprint: SlotBlueprint, _ bind: Bind<Value>, _ maker: SlotMaker, _ recipe: @escaping AsyncRecipe<Value>) {
    var blueprint = blueprint
    shared = AsyncInstance()
    blueprint.instance = shared
    super.init(blueprint, bind, maker, closing: .container, recipe)
  }

  override func inner(_ context: Context) -> Context { .container }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if let value = shared.value(as: Value.self) { return value }
    throw .unawaited(step)
  }

  override func value(_ context: Context) async throws -> Value {
    // The build may outlive its requesters, so it holds the container, which holds the slots.
    let container = try owner.container(for: step.key)
    return try await shared.value(of: step) { [self] in
      defer { withExtendedLifetime(container) {} }
      let value = try await owner.outsideScopes { try await build(in: .container) }
      try await onClose?.register(value, in: owner.closing)
      return value
    }
  }
}

/// One instance for every open scope of a kind, built by one task.
// SAFETY: as in Slot; all further properties are Sendable lets.
final class AsyncScopedSlot<Value: Sendable>: SharedAsyncSlot<Value>, @unchecked Sendable {
  private let kind: ObjectIdentifier
  private let kindName: TypeName

  init(
    _ blueprint: SlotBlueprint, kind: any ScopeKind.Type, _ bind: Bind<Value>, _ maker: SlotMaker,
    _ recipe: @escaping AsyncRecipe<Value>
  ) {
    self.kind = ObjectIdentifier(kind)
    kindName = TypeName(kind)
    var blueprint = blueprint
    blueprint.place = maker.placed?.place
    super.init(blueprint, bind, maker, closing: .scope(kind), recipe)
  }

  override func inner(_ context: Context) -> Context { context.kept(in: kind) }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    let value = try inScope(context) { scope in instance(in: scope).value(as: Value.self) }
    if let value { return value }
    throw .unawaited(step)
  }

  override func value(_ context: Context) async throws -> Value {
    // The build may outlive its requesters.
    let use = try inScope(context) { scope in ScopeUse(scope) }
    defer { withExtendedLifetime(use) {} }
    return try await instance(in: use.scope).value(of: step) { [self] in
      defer { withExtendedLifetime(use) {} }
      try onClose?.check(use.scope)
      let value = try await build(in: Context(scope: use.scope, isKept: true))
      try await onClose?.register(value, in: use.scope)
      return value
    }
  }

  private func instance(in scope: OpenScope) -> AsyncInstance<Value> {
    let make = { AsyncInstance<Value>() }
    return place.map { scope.instance(at: $0, make) } ?? scope.instance(of: self, make)
  }

  private func inScope<Result>(_ context: Context, _ body: (OpenScope) -> Result) throws(ResolutionError) -> Result {
    if let scope = context.scope?.find(kind) { return body(scope) }
    return try OpenScope.withCurrent(kind, named: kindName, of: owner, for: step, body)
  }
}

/// One instance as long as a strong reference to it exists, built by one task.
// SAFETY: as in Slot; `shared` guards itself.
final class AsyncWeakSlot<Value: Sendable>: SharedAsyncSlot<Value>, @unchecked Sendable {
  private let shared = AsyncWeakInstance<Value>()

  override func inner(_ context: Context) -> Context { .container }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if let value = shared.value { return value }
    throw .unawaited(step)
  }

  override func value(_ context: Context) async throws -> Value {
    let container = try owner.container(for: step.key)
    return try await shared.value(of: step) { [self] in
      defer { withExtendedLifetime(container) {} }
      return try await owner.outsideScopes { try await build(in: .container) }
    }
  }
}
