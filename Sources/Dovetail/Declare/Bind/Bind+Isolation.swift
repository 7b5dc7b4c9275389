// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// Adds a step for new values. It runs on its actor; when the factory is synchronous, so does the whole bind.
  package mutating func finish(on actor: (any Actor)?, _ step: @escaping FinishingStep<Value>) {
    let step = isolated(step, to: actor)
    details.hooks.append(step)
  }

  /// A step that runs on its actor, if it has one; then the bind belongs to that actor, too.
  package mutating func isolated(_ step: @escaping FinishingStep<Value>, to actor: (any Actor)?) -> FinishingStep<Value> {
    guard let actor else { return step }
    runSteps(on: actor)
    return { [key = declaration.key, location = declaration.location] value, needs in
      func run() throws { try ActorClaim.needs(of: actor) { try step(&value, &needs) } }
      if try ActorWitness.here(actor, run) != nil { return }
      throw ResolutionError.isolated(key, to: ActorWitness.name(of: actor), mayLeave: true, at: location)
    }
  }

  /// Lets the steps for new values run on an actor. A synchronous factory then runs there, too.
  package mutating func runSteps(on actor: any Actor) {
    if declaration.isAsync {
      if let earlier = details.hooksActor, earlier !== actor { report(earlier, and: actor) }
      declaration.isolation = ActorWitness.name(of: actor)
    } else {
      isolate(to: actor)
    }
    details.hooksActor = actor
  }

  /// Makes the bind belong to an actor; reports when it belongs to another actor already.
  package mutating func isolate(to actor: any Actor) {
    if details.isolated?.actor === actor { return }
    if let earlier = details.isolated?.actor { report(earlier, and: actor) }
    let factory = (actor: actor, recipe: recipe)
    declaration.isolation = ActorWitness.name(of: actor)
    details.isolated = factory
    details.isolating = nil
    declaration.mayLeaveActor = false
    recipe = checked(factory, mayLeave: false)
  }

  /// Reports that the bind belongs to two actors, because no code runs on both.
  private mutating func report(_ earlier: any Actor, and later: any Actor) {
    let actors = [earlier, later].map { ActorWitness.name(of: $0) }
    declaration.report { declaration in
      Diagnostic(
        .isolationMismatch, .error,
        "the binding of \(declaration.key.quoted) belongs to \(actors[0]) and to \(actors[1]), and no code runs on both",
        at: declaration.location, help: "let its factory and all that its modifiers take belong to one actor")
    }
  }

  /// Replaces the factory by one that belongs to some actors, and to that of the bind.
  package mutating func remake(on actors: [any Actor], _ recipe: @escaping Make) {
    let actors = actors + [details.isolated?.actor].compactMap(\.self)
    details.isolated = nil
    self.recipe = recipe
    for actor in actors { isolate(to: actor) }
  }

  /// The recipe behind a check that the actor runs the calling code.
  ///
  /// Only requests that stay on the actor get a value that may not leave; see ``ActorClaim``.
  fileprivate func checked(_ factory: BindDetails<Value>.IsolatedFactory, mayLeave: Bool) -> Make {
    let (key, location, actor) = (declaration.key, declaration.location, factory.actor)
    return { needs in
      func make() throws -> Value {
        actor.assertIsolated()
        return try ActorClaim.needs(of: actor) { try factory.recipe(needs) }
      }
      if mayLeave, let made = try ActorWitness.here(actor, make) { return made }
      if !mayLeave, ActorClaim.holds(for: actor) { return try make() }
      throw ResolutionError.isolated(key, to: ActorWitness.name(of: actor), mayLeave: mayLeave, at: location)
    }
  }
}

extension Bind where Value: Sendable {
  /// This bind, whose awaited values, and those of its stand-in, may leave the actor that makes them.
  package consuming func crossing() -> Self {
    // A plain bind needs no metadata of the type of its details.
    guard !content.isPlain, let givenDetails else { return self }
    let standIn = givenDetails.standIn?.crossing()
    guard let factory = givenDetails.isolated, givenDetails.isolating == nil else {
      return standIn == nil ? self : changed { $0.details.standIn = standIn }
    }
    return changed { bind in
      bind.details.standIn = standIn
      bind.declaration.mayLeaveActor = true
      bind.recipe = bind.checked(factory, mayLeave: true)
      bind.details.isolating = .onActor(factory.actor, of: Value.self)
    }
  }
}

extension Bind {
  /// The actor that keeps the values: they belong to it, and are not known to be Sendable.
  var keeper: (any Actor)? {
    guard let givenDetails, givenDetails.isolating == nil else { return nil }
    return givenDetails.isolated?.actor
  }

  /// Refuses to run the steps of the actor that keeps the instances for code outside of it.
  package func checkKeeper() throws(ResolutionError) {
    guard let keeper, givenDetails?.hooksActor === keeper, !ActorClaim.holds(for: keeper) else { return }
    throw .isolated(declaration.key, to: ActorWitness.name(of: keeper), mayLeave: false, at: declaration.location)
  }

  /// Shares the instances on an actor; they need not be Sendable.
  ///
  /// The binding belongs to that actor, whatever its factory says: the factory runs there. Only code of the actor gets the value: with `resolve(…)`,
  /// ``Provider/make()``, `Factory.make(…)` and `Lazy.get()`, and as a dependency of what belongs to the actor. Every other resolution throws the error
  /// isolation-mismatch, also when the value is ready. `onClose` runs on the actor, so the owner is closed with `try await`.
  ///
  /// ```swift
  /// Bind((any APIClient).self, LiveAPIClient.init).in(.singleton, on: MainActor.self)
  /// ```
  ///
  /// - Parameters:
  ///   - scope: `.singleton`, `.weak` or `.scoped(Kind.self)`. A custom scope takes Sendable values only, and is an error of the container.
  ///   - actor: The actor; another one than the factory's is an error of the container, isolation-mismatch.
  public consuming func `in`<Owner: GlobalActor>(_ scope: consuming Scope.Shared, on actor: Owner.Type) -> Self {
    staying(in: scope, on: Owner.shared)
  }

  /// Shares the instances, which an actor makes: what is `Sendable` may leave the actor, as with `in(_:)`.
  public consuming func `in`<Owner: GlobalActor>(_ scope: consuming Scope.Shared, on actor: Owner.Type) -> Self
  where Value: Sendable {
    changed { bind in
      if !bind.declaration.isAsync { bind.isolate(to: Owner.shared) }
    }
    .in(scope)
  }

  package consuming func staying(in scope: consuming Scope.Shared, on actor: any Actor) -> Self {
    changed { bind in
      bind.setScope(scope.choice)
      if !bind.declaration.isAsync { bind.isolate(to: actor) }
      guard case .custom = scope.choice else { return }
      bind.declaration.scope = .transient
      let actor = ActorWitness.name(of: actor)
      bind.declaration.report { declaration in
        Diagnostic(
          .unshareableValue, .error,
          "\(declaration.key.quoted) is kept on \(actor) in a custom scope, which takes Sendable values only",
          at: declaration.location,
          help: "let it conform to Sendable, and leave out 'on: \(actor).self', or use .singleton, .weak or .scoped(Kind.self)")
      }
    }
  }
}

extension CloseHook {
  /// The hook for values that stay on an actor: it runs there.
  func staying(on actor: any Actor) -> CloseHook {
    guard case .now(let run) = self else { return self }
    // The value belongs to the actor, which alone uses it, here too; this task only passes it on, in a cell.
    return .awaiting { value in try await CloseHook.run(run, Cell(holding: value), on: actor) }
  }

  private static func run(_ hook: @Sendable (Value) throws -> Void, _ cell: Cell, on actor: isolated any Actor) throws {
    if let ready = cell.ready { try hook(ready.copy()) }
  }
}
