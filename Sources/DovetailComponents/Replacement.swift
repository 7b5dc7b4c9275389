// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// The replacement of a member: a value, or a factory that makes its values.
final class Replacement: Sendable {
  private struct Made: Sendable {
    var value: Cell?
    /// The transient member whose next read gets the value.
    weak var member: Member?
  }

  /// The type of the member.
  let type: any Any.Type
  /// The actor that a value belongs to which is not Sendable.
  let actor: ActorMark?
  // Cells, because these need not be Sendable. A value that is not belongs to `actor`, and only a member whose instances belong to this actor takes it. A
  // factory runs only while a member of its component is read, so where the component is. A made value is what a read has made.
  private let givenCell: Cell?
  private let factory: Cell?
  private let made = Lock(Made())
  /// Can replace only a member that is made asynchronously.
  private let awaited: (@Sendable () async throws -> any Sendable)?

  init<Value>(by value: Value, on actor: ActorMark? = nil) {
    (type, self.actor, givenCell, factory, awaited) = (Value.self, actor, Cell(holding: value as Any), nil, nil)
  }

  init<Value>(on actor: ActorMark? = nil, made factory: @escaping () throws -> Value) {
    let factory: () throws -> Any = factory
    (type, self.actor, givenCell, self.factory, awaited) = (Value.self, actor, nil, Cell(holding: factory), nil)
  }

  init<Value: Sendable>(awaiting factory: @escaping @Sendable () async throws -> Value) {
    (type, actor, givenCell, self.factory, awaited) = (Value.self, nil, nil, nil, factory)
  }

  /// The given value; `nil` when a factory makes it.
  var given: Any? { givenCell?.value(as: Any.self) }

  var isAwaited: Bool { awaited != nil }

  /// What the override has read: the given value, or the one that the factory made at once. Only that of a transient member is kept longer.
  func takeFirst() -> Any? {
    given ?? made.withLock { $0.member != nil ? $0.value : $0.value.take() }?.value(as: Any.self)
  }

  /// Notes what the factory made at once.
  ///
  /// - Parameter member: The transient member that gets the value when it is read next.
  func note(_ value: Any, for member: Member?) {
    let made = Made(value: Cell(holding: value as Any), member: member)
    self.made.withLock { $0 = made }
  }

  /// Makes the member's value; `nil` when the factory has to be awaited.
  func make(for member: Member) throws -> Any? {
    if let given { return given }
    let first = made.withLock { $0.member === member ? $0.value.take() : nil }
    return try first?.value(as: Any.self) ?? factory?.value(as: (() throws -> Any).self)?()
  }

  /// Makes the value of a member that is made asynchronously.
  nonisolated(nonsending) func makeAwaiting(for member: Member) async throws -> Any? {
    if let value = try make(for: member) { return value }
    return try await awaited?()
  }
}

/// The object that a value is, or holds as an optional.
func objectHeld(by value: Any) -> AnyObject? {
  if let optional = value as? any OptionalValue { return optional.wrapped.flatMap(objectHeld) }
  return type(of: value) is AnyClass ? value as AnyObject : nil
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { map { $0 } }
}
