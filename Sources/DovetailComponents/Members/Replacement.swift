// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The replacement of a member.
package final class Replacement: Sendable {
  /// What need not be Sendable.
  // SAFETY: it never changes. A value that is not Sendable belongs to `actor`, and only a member whose instances belong to this actor takes it. A factory runs
  // only while a member of its component is read, so where the component is. A value in `made` is what a read has made.
  private struct Confined<Content>: @unchecked Sendable {
    let content: Content
  }

  private struct Made: Sendable {
    var value: Confined<Any>?
    /// The generation whose next read of a transient member gets the value; `nil` for other members.
    var generation: ObjectIdentifier?
  }

  /// The type of the member.
  let type: any Any.Type
  /// The actor that a value belongs to which is not Sendable.
  let actor: ActorMark?
  private let source: Confined<(given: Any?, factory: (() throws -> Any)?)>
  /// Can replace only a member that is made asynchronously.
  private let awaited: (@Sendable () async throws -> any Sendable)?
  private let made = Lock(Made())
  /// Whether a given value, which every generation shows, is registered to close: it closes once.
  private let isKept: Atomic<Bool>

  package init(
    of type: any Any.Type, on actor: ActorMark? = nil, given: Any? = nil, made factory: (() throws -> Any)? = nil,
    awaiting awaited: (@Sendable () async throws -> any Sendable)? = nil, isKept: Bool = false
  ) {
    (self.type, self.actor, source, self.awaited) = (type, actor, Confined(content: (given, factory)), awaited)
    self.isKept = Atomic(isKept)
  }

  /// The given value; `nil` when a factory makes it.
  var given: Any? { source.content.given }

  private var factory: (() throws -> Any)? { source.content.factory }

  /// The same inside a `withOverrides(_:)`, where a value that was given outside does not close.
  var inside: Replacement { Replacement(of: type, on: actor, given: given, made: factory, awaiting: awaited, isKept: true) }

  var isAwaited: Bool { awaited != nil }

  /// What the override has read: the given value, or the one that the factory made at once. Only that of a transient member is kept longer.
  func takeFirst() -> Any? { given ?? made.withLock { $0.generation == nil ? $0.value.take() : $0.value }?.content }

  /// Notes what the factory made at once.
  ///
  /// - Parameter generation: The generation that gets the value when its transient member is read next.
  func note(_ value: Any, for generation: Generation?) {
    let made = Made(value: Confined(content: value), generation: generation.map { ObjectIdentifier($0) })
    self.made.withLock { $0 = made }
  }

  /// Whether the owner of a value just read has to close it: a given value the first time only.
  func closesNow() -> Bool { given == nil || !isKept.exchange(true, ordering: .relaxed) }

  /// Notes that a given value is registered to close: the member itself has made it, or it was given before.
  func keep() { isKept.store(true, ordering: .relaxed) }

  /// Makes the member's value; `nil` when the factory has to be awaited.
  func make(in generation: Generation) throws -> Any? {
    try given ?? made.withLock { $0.generation == ObjectIdentifier(generation) ? $0.value.take() : nil }?.content ?? factory?()
  }

  /// Makes the value of a member that is made asynchronously.
  nonisolated(nonsending) func makeAwaiting(in generation: Generation) async throws -> Any? {
    if let value = try make(in: generation) { return value }
    return try await awaited?()
  }
}
