// SPDX-License-Identifier: Apache-2.0

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
