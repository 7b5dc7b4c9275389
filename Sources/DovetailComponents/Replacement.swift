// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The replacement of a member.
// SAFETY: all properties are constant. A value that is not Sendable belongs to `actor`, and only a member whose instances belong to this actor takes it. A
// factory runs only while a member of its component is read, so where the component is. A value in `spare` is what a read is about to return.
final class Replacement: @unchecked Sendable {
  // SAFETY: see above.
  private struct Spare: @unchecked Sendable {
    var value: Any?
    /// The generation that it was made in. Reads of others do not get it: another override may have replaced what it was made from.
    var generation: ObjectIdentifier?
  }

  /// The type of the member.
  let type: any Any.Type
  /// The actor that a value belongs to which is not Sendable.
  let actor: ObjectIdentifier?
  /// The given value; `nil` when a factory makes it.
  let given: Any?
  private let factory: (() throws -> Any)?
  /// Can replace only a member that is made asynchronously.
  private let awaited: (@Sendable () async throws -> any Sendable)?
  private let spare = Lock(Spare())

  init(
    of type: any Any.Type, on actor: ObjectIdentifier? = nil, given: Any? = nil, made factory: (() throws -> Any)? = nil,
    awaiting awaited: (@Sendable () async throws -> any Sendable)? = nil
  ) { (self.type, self.actor, self.given, self.factory, self.awaited) = (type, actor, given, factory, awaited) }

  var isAwaited: Bool { awaited != nil }

  /// Makes the member's value; `nil` when the factory has to be awaited.
  func make(in generation: Generation) throws -> Any? {
    try spare.withLock { $0.generation == ObjectIdentifier(generation) ? $0.value.take() : nil } ?? given ?? factory?()
  }

  /// Makes the value of a member that is made asynchronously.
  nonisolated(nonsending) func makeAwaiting(in generation: Generation) async throws -> Any? {
    if let value = try make(in: generation) { return value }
    return try await awaited?()
  }

  /// Keeps a value as the result of the next read in a generation.
  func prepare(_ value: Any?, for generation: Generation) -> Any? {
    let spare = Spare(value: value, generation: ObjectIdentifier(generation))
    self.spare.withLock { $0 = spare }
    return value
  }

  var prepared: Any? { spare.withLock { $0 }.value }
}
