// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs, with an asynchronous factory.
typealias AsyncRecipe<Value> = @Sendable (AsyncNeeds) async throws -> Value

/// A slot whose factory is asynchronous. By itself it is transient: every request runs the recipe.
// SAFETY: as in Slot; the recipe and the owner are Sendable lets.
class AsyncSlot<Value: Sendable>: TypedSlot<Value>, @unchecked Sendable {
  private let recipe: AsyncRecipe<Value>
  final let onClose: OnClose<Value>?
  final let owner: Owner

  /// - Parameter onClose: Closes the values, if their scope closes them.
  init(
    _ blueprint: SlotBlueprint, _ owner: Owner, _ onClose: OnClose<Value>?, _ recipe: @escaping AsyncRecipe<Value>
  ) {
    self.owner = owner
    self.onClose = onClose
    self.recipe = recipe
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
        let held = try await AsyncFrontier(of: self, in: context).build()
        defer { withExtendedLifetime(held) {} }
        return Handed(try await recipe(AsyncNeeds(of: self, context, arguments, state)))
      }
    } catch { throw passing(error) }
  }

  /// Builds a shared value, as a separate outermost request.
  final func build(in context: Context) async throws -> Value {
    do {
      let held = try await AsyncFrontier(of: self, in: context).build()
      defer { withExtendedLifetime(held) {} }
      return try await RequestState().finishing { state in try await recipe(AsyncNeeds(of: self, context, nil, state)) }
    } catch { throw passing(error) }
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
  private let shared: Instance

  override init(
    _ blueprint: SlotBlueprint, _ owner: Owner, _ onClose: OnClose<Value>?, _ recipe: @escaping AsyncRecipe<Value>
  ) {
    var blueprint = blueprint
    shared = Instance(of: Value.self)
    blueprint.instance = shared
    super.init(blueprint, owner, onClose, recipe)
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
    _ blueprint: SlotBlueprint, kind: any ScopeKind.Type, at place: ScopePlace?, _ owner: Owner,
    _ onClose: OnClose<Value>?, _ recipe: @escaping AsyncRecipe<Value>
  ) {
    self.kind = ObjectIdentifier(kind)
    kindName = TypeName(kind)
    var blueprint = blueprint
    blueprint.place = place
    super.init(blueprint, owner, onClose, recipe)
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

  private func instance(in scope: OpenScope) -> Instance {
    place.map { scope.instance(at: $0, holding: Value.self) } ?? scope.instance(of: self, holding: Value.self)
  }

  private func inScope<Result>(_ context: Context, _ body: (OpenScope) -> Result) throws(ResolutionError) -> Result {
    if let scope = context.scope?.find(kind) { return body(scope) }
    return try OpenScope.withCurrent(kind, named: kindName, of: owner, for: step, body)
  }
}

/// One instance as long as a strong reference to it exists, built by one task.
// SAFETY: as in Slot; `shared` guards itself.
final class AsyncWeakSlot<Value: Sendable>: SharedAsyncSlot<Value>, @unchecked Sendable {
  private let shared = AsyncWeakInstance()

  override func inner(_ context: Context) -> Context { .container }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if let value = shared.value(as: Value.self) { return value }
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
