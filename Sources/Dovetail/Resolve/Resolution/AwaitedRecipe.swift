// SPDX-License-Identifier: Apache-2.0

/// How a slot makes a value that has to be awaited.
///
/// The value comes in a cell, which tasks may hand to each other: it is Sendable, or a collection of values of a type of which one was awaited.
struct AwaitedRecipe: Sendable {
  /// Whether tasks build the value and share it, so that it can be awaited ahead of its dependents.
  var isShared = false
  let run: @Sendable (Slot, Context, [any Sendable]?, RequestState) async throws -> Cell

  /// A value that an actor makes for every request that awaits it.
  ///
  /// Instances that a request shares stay in its isolation, so a part made here is its own request.
  static func onActor<Value: Sendable>(_ actor: any Actor, of type: Value.Type) -> AwaitedRecipe {
    AwaitedRecipe { slot, context, arguments, _ in
      if let cell = slot.cell, cell.isReady { return cell }
      let held = try await AsyncRequest.prepare(slot, context)
      if !slot.isBuilt(in: context) { try Task.checkCancellation() }
      defer { withExtendedLifetime(held) {} }
      let value = try await ActorClaim.request(on: actor) { () throws(ResolutionError) -> Value in
        try Request.run(slot, in: context, boxed: arguments)
      }
      return Cell(holding: value)
    }
  }

  /// A value that the framework makes from others, some of which are awaited.
  static func derived(_ derive: @escaping @Sendable (Context, RequestState) async throws -> Cell) -> AwaitedRecipe {
    AwaitedRecipe { slot, context, _, state in
      let held = try await state.prepare(slot, in: context)
      defer { withExtendedLifetime(held) {} }
      return try await derive(context, state)
    }
  }
}

extension Slot {
  /// Answers one request by awaiting; only for slots that are ``isAwaited``.
  func produce(_ context: Context, _ arguments: [any Sendable]?, _ state: RequestState) async throws -> Cell {
    guard let awaitedRecipe else { throw ResolutionError.unawaited(step) }
    // Where an actor makes the value, the request there tells of its reuse.
    guard passesErrors, let interceptors else { return try await awaitedRecipe.run(self, context, arguments, state) }
    return try await interceptors.produce(self) { try await awaitedRecipe.run(self, context, arguments, state) }
  }

  /// Builds a value shared by tasks, and returns what holds it; see ``isSharedByTasks``.
  ///
  /// - Parameter isDeclared: Whether it is a need that the bind of the running build declares.
  func prepare(_ context: Context, isDeclared: Bool) async throws -> any Sendable {
    try await awaitedRecipe?.run(self, context, nil, RequestState(isDeclared: isDeclared)) ?? ()
  }

  /// The value as a part of one that is derived from several, which may have to be awaited.
  func part<Value>(_ context: Context, _ state: RequestState) async throws -> Value {
    if isAwaited { return try await produce(context, nil, state).made(of: self) }
    return try Request.part(of: self, context, state) { () throws(ResolutionError) -> Value in try value(context) }
  }
}

extension Cell {
  /// The value that an awaited recipe has made.
  func made<Value>(of slot: Slot) throws(ResolutionError) -> Value {
    guard let ready else { throw .unawaited(slot.step) }
    return ready.copy()
  }
}
