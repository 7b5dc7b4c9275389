// SPDX-License-Identifier: Apache-2.0

/// How a slot makes a value that has to be awaited.
package final class Production: Sendable {
  package typealias Produce<Value> = @Sendable (Slot, Context, [any Sendable]?, RequestState) async throws -> Handed<Value>

  private struct Function<Value>: Sendable { let run: Produce<Value> }

  /// A `Function` of the slot's type.
  private let function: any Sendable
  /// Whether tasks build the value and share it, so that it can be awaited ahead of its dependents.
  let isShared: Bool

  package init<Value>(isShared: Bool = false, _ produce: @escaping Produce<Value>) {
    function = Function(run: produce)
    self.isShared = isShared
  }

  /// Makes the value. `Value` is the type of the slot.
  func callAsFunction<Value>(
    _ slot: Slot, _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    guard let function = function as? Function<Value> else {
      throw ResolutionError(.wrongType, slot.step.key, "a slot of '\(slot.type)' was asked for a '\(Value.self)'", at: slot.step)
    }
    return try await function.run(slot, context, arguments, state)
  }
}

extension Slot {
  /// Answers one request by awaiting; only for slots that are ``isAwaited``. `Value` is the slot's type.
  package func produce<Value>(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    guard let production else { throw ResolutionError.unawaited(step) }
    guard let layers else { return try await production(self, context, arguments, state) }
    return try await layers.produce(self) { try await production(self, context, arguments, state) }
  }

  /// Builds a value shared by tasks and keeps it in a box; see ``isSharedByTasks``.
  ///
  /// - Parameter isDeclared: Whether it is a need that the bind of the running build declares.
  func prepare(_ context: Context, isDeclared: Bool) async throws -> any Sendable {
    guard let production else { return () }
    func build<Value>(as type: Value.Type) -> @Sendable () async throws -> any Sendable {
      { try await production(self, context, nil, RequestState(isDeclared: isDeclared, isOfBuild: false)) as Handed<Value> }
    }
    return try await _openExistential(type, do: build)()
  }
}

extension Production {
  /// A value that an actor makes for every request that awaits it.
  ///
  /// Instances that a request shares stay in its isolation, so a part made here is its own request.
  package static func onActor<Value: Sendable>(_ actor: any Actor, of type: Value.Type) -> Production {
    Production { slot, context, arguments, _ -> Handed<Value> in
      if let value = slot.ready(as: Value.self) { return Handed(value) }
      let held = try await AsyncRequest.prepare(slot, context)
      try Task.checkCancellation()
      defer { withExtendedLifetime(held) {} }
      let value = try await ActorClaim.request(on: actor) { () throws(ResolutionError) -> Value in
        try slot.get(context, giving: arguments, from: .inside)
      }
      return Handed(value)
    }
  }

  /// A value that the framework makes from others, some of which are awaited.
  static func derived<Value>(
    _ derive: @escaping @Sendable (Context, RequestState) async throws -> Handed<Value>
  ) -> Production {
    Production { slot, context, _, state -> Handed<Value> in
      let held = try await state.prepare(slot, in: context)
      defer { withExtendedLifetime(held) {} }
      return try await derive(context, state)
    }
  }
}

extension Slot {
  /// The value as a part of one that is derived from several.
  ///
  /// - Returns: The value, and, if it was awaited, the proof that its type is Sendable.
  func part<Value>(_ context: Context, _ state: RequestState) async throws -> (value: Value, proof: Handed<Value>?) {
    if isAwaited {
      let handed: Handed<Value> = try await produce(context, nil, state)
      return (handed.value, handed)
    }
    let value = try Request.part(of: self, context, state) { () throws(ResolutionError) -> Value in try get(context) }
    return (value, nil)
  }
}
