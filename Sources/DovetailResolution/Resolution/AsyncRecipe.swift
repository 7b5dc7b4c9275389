// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs, with an asynchronous factory.
package typealias AsyncRecipe<Value> = @Sendable (AsyncNeeds) async throws -> Value

/// The asynchronous factory of a bind, with all that a slot for it needs.
package struct AsyncMaking<Value: Sendable>: Sendable {
  let owner: Owner
  /// Closes the values, if their scope closes them.
  let onClose: OnClose<Value>?
  let recipe: AsyncRecipe<Value>

  package init(_ owner: Owner, closing onClose: OnClose<Value>?, _ recipe: @escaping AsyncRecipe<Value>) {
    (self.owner, self.onClose, self.recipe) = (owner, onClose, recipe)
  }

  /// The slot of a bind in a scope, with the place of its value in an open scope, if it has one.
  package func slot(_ blueprint: SlotBlueprint, in scope: ScopeChoice, at place: ScopePlace?) -> Slot {
    var blueprint = blueprint
    blueprint.passesErrors = true
    switch scope {
    case .singleton:
      (blueprint.production, blueprint.instance) = singleton()
      blueprint.share(.tasks, SharingParts(owner, instance: blueprint.instance))
    case .scoped(let kind):
      let parts = SharingParts(owner, closing: onClose, in: kind, at: place)
      blueprint.share(.tasks, parts)
      blueprint.production = scoped(parts)
    case .weak:
      blueprint.share(.tasks, SharingParts(owner))
      blueprint.production = weakly()
    case .graph: blueprint.production = Production { try await inGraph($0, $1, $2, $3) }
    // The checks refuse a custom scope.
    case .transient, .custom: blueprint.production = Production { try await make($0, $1, $2, $3) }
    }
    return Slot(blueprint, of: Value.self) { [origin = blueprint.origin] _, _ in throw ResolutionError.unawaited(origin.step) }
  }

  /// Makes a value as part of a request.
  private func make(
    _ slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    let link = try AsyncLink(slot, context, hasArguments: arguments != nil)
    do {
      return try await link.run {
        let held = try await state.prepare(slot, in: context)
        defer { withExtendedLifetime(held) {} }
        return Handed(try await recipe(AsyncNeeds(of: slot, context, arguments, state)))
      }
    } catch { throw passing(error, through: slot) }
  }

  /// One instance for every outermost request, built in the isolation of that request.
  private func inGraph(
    _ slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    let id = GraphInstances.ID(slot: ObjectIdentifier(slot), scope: context.scopeID)
    if let known: Value = try state.graph.begin(id, for: slot) { return Handed(known) }
    do {
      let made = try await make(slot, context, arguments, state)
      state.graph.end(id, with: made.value, in: context)
      return made
    } catch {
      state.graph.fail(id)
      throw error
    }
  }

  /// Builds a shared value, as a separate outermost request.
  private func build(_ slot: Slot, in context: Context) async throws -> Value {
    do {
      return try await RequestState().finishing { state in
        let held = try await state.prepare(slot, in: context)
        defer { withExtendedLifetime(held) {} }
        return try await recipe(AsyncNeeds(of: slot, context, nil, state))
      }
    } catch { throw passing(error, through: slot) }
  }

  /// An error on its way out. A cancellation of the running task is not a failure of the factory.
  private func passing(_ error: any Error, through slot: Slot) -> any Error {
    if error is CancellationError, Task.isCancelled { return error }
    return ResolutionError(error, through: slot.step)
  }
}

// Values that tasks build and share.
extension AsyncMaking {
  private func singleton() -> (Production, Instance) {
    let shared = Instance(of: Value.self)
    let production = Production { _, _ in
      shared.value(as: Value.self)
    } value: { slot, _ in
      // The build may outlive its requesters, so it holds the container, which holds the slots.
      let container = try owner.container(for: slot.step.key)
      return try await shared.value(of: slot.step) {
        defer { withExtendedLifetime(container) {} }
        let value = try await owner.outsideScopes { try await build(slot, in: .container) }
        try await onClose?.register(value, in: owner.closing)
        return value
      }
    }
    return (production, shared)
  }

  private func scoped(_ sharing: SharingParts) -> Production {
    @Sendable func instance(of slot: Slot, in scope: OpenScope) -> Instance {
      sharing.place.map { scope.instance(at: $0, holding: Value.self) } ?? scope.instance(of: slot, holding: Value.self)
    }
    return Production { slot, context throws(ResolutionError) in
      try sharing.inScope(context, of: slot) { scope in instance(of: slot, in: scope).value(as: Value.self) }
    } value: { slot, context in
      // The build may outlive its requesters.
      let use = try sharing.inScope(context, of: slot) { scope in ScopeUse(scope) }
      defer { withExtendedLifetime(use) {} }
      return try await instance(of: slot, in: use.scope).value(of: slot.step) {
        defer { withExtendedLifetime(use) {} }
        try sharing.check(use.scope)
        let value = try await build(slot, in: Context(scope: use.scope, isKept: true))
        try await onClose?.register(value, in: use.scope)
        return value
      }
    }
  }

  private func weakly() -> Production {
    let shared = WeakInstance()
    return Production { _, _ in
      shared.value(as: Value.self)
    } value: { slot, _ in
      let container = try owner.container(for: slot.step.key)
      return try await shared.value(of: slot.step) {
        defer { withExtendedLifetime(container) {} }
        return try await owner.outsideScopes { try await build(slot, in: .container) }
      }
    }
  }
}
