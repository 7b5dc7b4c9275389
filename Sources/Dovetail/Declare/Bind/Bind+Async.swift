// SPDX-License-Identifier: Apache-2.0

// These initialisers are disfavoured, so that the compiler chooses them for asynchronous factories only. Otherwise it ranks a closure as an
// asynchronous function as high as one that may be isolated.

extension Bind where Value: Sendable {
  /// Binds the result of an asynchronous factory, under the type that the factory returns.
  ///
  /// Only this binding says `async`; bindings that need it do not change. The parameters are as for a synchronous factory.
  @_disfavoredOverload
  public init<each Need>(
    _ make: @escaping @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(awaitingAt: SourceLocation(fileID: fileID, line: line, column: column), make) }

  /// Binds the result of an asynchronous factory under a type of your choice: a protocol that it conforms to, or a superclass.
  ///
  /// ```swift
  /// Bind((any Store).self, Database.init).in(.singleton)      // init(log: Log) async throws
  /// ```
  ///
  /// The parameters are as for a synchronous factory.
  @_disfavoredOverload
  public init<each Need>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) { self.init(awaitingAt: SourceLocation(fileID: fileID, line: line, column: column), make) }

  private init<each Need>(
    awaitingAt location: SourceLocation, _ make: @escaping @Sendable (repeat each Need) async throws -> Value
  ) {
    var declaration = Declaration(key: Graph.Key(type: TypeName(Value.self)), location: location)
    for need in repeat (each Need).self { declaration.needs.append(DeclaredNeed(need)) }
    self.init(awaiting: declaration) { needs in try await make(repeat try needs.take((each Need).self)) }
  }

  init(awaiting declaration: Declaration, _ recipe: @escaping AsyncRecipe<Value>) {
    var declaration = declaration
    declaration.isAsync = true
    // Extensions and trackers take the recipe of synchronous binds only; this one is never run.
    self.init(declaration) { [key = declaration.key] _ in
      throw ResolutionError(.unawaited, key, "\(key.quoted) is made asynchronously")
    }
    details.asyncSlot = { bind, configuration, maker, onClose in
      let watched = bind.watched(bind.finished(recipe, closing: onClose), configuration, maker)
      return AsyncMaking(owner: maker.owner, onClose: onClose, recipe: watched).slot(configuration)
    }
  }

  /// The recipe, which then sets properties and runs `onCreate`.
  private func finished(_ recipe: @escaping AsyncRecipe<Value>, closing onClose: OnClose<Value>?) -> AsyncRecipe<Value> {
    guard let givenDetails, case let (steps, actor) = (givenDetails.steps, givenDetails.hooksActor), !steps.isEmpty else {
      return recipe
    }
    @Sendable func finished(_ needs: AsyncNeeds) async throws -> Value {
      let made = try await recipe(needs)
      do { return try await needs.finish(made, steps, on: actor) } catch {
        throw await onClose?.discard(made, after: error) ?? error
      }
    }
    return finished
  }

  /// The recipe, with notes in the running request's trace and events of observers.
  private func watched(
    _ recipe: @escaping AsyncRecipe<Value>, _ configuration: SlotConfiguration, _ maker: SlotMaker
  ) -> AsyncRecipe<Value> {
    let (step, isShared, note) = (configuration.step, configuration.sharing != nil, declaration.attached.tracker)
    @Sendable func traced(_ needs: AsyncNeeds) async throws -> Value {
      guard maker.traces else { return try await recipe(needs) }
      let trace = needs.state.tracing
      let made = trace.begin(isShared: isShared, owner: maker.owner, in: needs.context.scope, trackedBy: maker.tracker)
      defer { trace.end(made) }
      let value = try await recipe(needs)
      made.finish(value, note)
      return value
    }
    @Sendable func observed(_ needs: AsyncNeeds) async throws -> Value {
      guard let observers = maker.owner.observers else { return try await traced(needs) }
      return try await observers.creatingOnNoActor(step) { try await traced(needs) }
    }
    return observed
  }
}
