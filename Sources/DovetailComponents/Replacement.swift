// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// The replacement of a member: a value, or a factory that makes its values.
final class Replacement: Sendable {
  private struct Made: Sendable {
    var value: Cell?
    /// Whether the next read of a transient member gets the value.
    var isKept = false
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
  /// Whether a given value, which every generation shows, is registered to close: it closes once.
  private let isKept: Atomic<Bool>
  /// The replacement that was the first to give the same object; `nil` for that one.
  private let first = Lock<Replacement?>(nil)

  private init(
    of type: any Any.Type, on actor: ActorMark?, given: Cell?, made factory: Cell?,
    awaiting awaited: (@Sendable () async throws -> any Sendable)?, isKept: Bool
  ) {
    (self.type, self.actor, givenCell, self.factory, self.awaited) = (type, actor, given, factory, awaited)
    self.isKept = Atomic(isKept)
  }

  convenience init<Value>(by value: Value, on actor: ActorMark? = nil) {
    self.init(of: Value.self, on: actor, given: Cell(holding: value as Any), made: nil, awaiting: nil, isKept: false)
  }

  convenience init<Value>(on actor: ActorMark? = nil, made factory: @escaping () throws -> Value) {
    let factory: () throws -> Any = factory
    self.init(of: Value.self, on: actor, given: nil, made: Cell(holding: factory), awaiting: nil, isKept: false)
  }

  convenience init<Value: Sendable>(awaiting factory: @escaping @Sendable () async throws -> Value) {
    self.init(of: Value.self, on: nil, given: nil, made: nil, awaiting: factory, isKept: false)
  }

  /// The given value; `nil` when a factory makes it.
  var given: Any? { givenCell?.value(as: Any.self) }

  /// The same inside a `withOverrides(_:)`, where a value that was given outside does not close.
  var inside: Replacement {
    Replacement(of: type, on: actor, given: givenCell, made: factory, awaiting: awaited, isKept: true)
  }

  var isAwaited: Bool { awaited != nil }

  /// What the override has read: the given value, or the one that the factory made at once. Only that of a transient member is kept longer.
  func takeFirst() -> Any? {
    given ?? made.withLock { $0.isKept ? $0.value : $0.value.take() }?.value(as: Any.self)
  }

  /// Notes what the factory made at once.
  ///
  /// - Parameter member: The transient member that gets the value when it is read next.
  func note(_ value: Any, for member: Member?) {
    let made = Made(value: Cell(holding: value as Any), isKept: member != nil, member: member)
    self.made.withLock { $0 = made }
  }

  /// Whether the owner of a value just read has to close it: a given value the first time only.
  func closesNow() -> Bool { givenCell == nil || !origin.isKept.exchange(true, ordering: .relaxed) }

  /// Whether both give the same object.
  func givesObject(of other: Replacement) -> Bool {
    guard let object = given.flatMap(objectHeld) else { return false }
    return other.given.flatMap(objectHeld) === object
  }

  /// Lets a value that an earlier replacement gives, too, close once for both.
  func closeOnce(with earlier: Replacement) {
    let origin = earlier.origin
    first.withLock { $0 = origin }
  }

  private var origin: Replacement { first.withLock { $0 } ?? self }

  /// Notes that a given value is registered to close: the member itself has made it, or it was given before.
  func keep() { origin.isKept.store(true, ordering: .relaxed) }

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
