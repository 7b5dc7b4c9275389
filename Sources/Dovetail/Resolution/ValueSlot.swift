// SPDX-License-Identifier: Apache-2.0

/// An existing value without needs.
// SAFETY: as in Slot; the only values that come here are nils of optional needs.
final class ValueSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let value: Value

  init(_ blueprint: SlotBlueprint, _ value: Value) {
    self.value = value
    super.init(blueprint) { [origin = blueprint.origin] _ in throw Gate.reentered(origin.step) }
  }

  override var isBind: Bool { false }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value { value }
}

/// A value that is made from others without a user's factory: a provider, a collection, an optional.
// SAFETY: as in Slot; the closure is a `let` and Sendable.
final class DerivedSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let derive: @Sendable (Context) throws(ResolutionError) -> Value
  private let deriveAwaited: AwaitedDerivation<Value>?

  /// - Parameter deriveAwaited: Makes the value when one of the others is awaited.
  init(
    _ blueprint: SlotBlueprint, awaiting deriveAwaited: AwaitedDerivation<Value>? = nil,
    _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value
  ) {
    self.derive = derive
    self.deriveAwaited = deriveAwaited
    super.init(blueprint) { [origin = blueprint.origin] _ in throw Gate.reentered(origin.step) }
  }

  override var isBind: Bool { false }

  override var isAwaited: Bool { deriveAwaited != nil }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value { try derive(context) }

  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    guard let deriveAwaited else { throw ResolutionError.unawaited(step) }
    let held = try await AsyncFrontier(of: self, in: context).build()
    defer { withExtendedLifetime(held) {} }
    return try await deriveAwaited(context, state)
  }
}

/// Makes a value from others, some of which are awaited.
typealias AwaitedDerivation<Value> = @Sendable (Context, RequestState) async throws -> Handed<Value>

extension TypedSlot {
  /// The value as a part of one that is derived from several.
  ///
  /// - Returns: The value, and, if it was awaited, the proof that its type is Sendable.
  func part(of slot: Slot, _ context: Context, _ state: RequestState) async throws -> (value: Value, proof: Handed<Value>?) {
    if isAwaited {
      let handed = try await produce(context, nil, state)
      return (handed.value, handed)
    }
    let value = try Request.part(of: slot, context, state) { () throws(ResolutionError) -> Value in try get(context, nil) }
    return (value, nil)
  }
}
