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
