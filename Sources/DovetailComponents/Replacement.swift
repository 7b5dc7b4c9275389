// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The replacement of a member.
// SAFETY: all properties are constant. A value that is not Sendable belongs to `actor`, and only a member whose instances belong to this actor takes it. A
// factory runs only while a member of its component is read, so where the component is. A value in `spare` is what a read is about to return.
final class Replacement: @unchecked Sendable {
  enum Source {
    case value(Any)
    case factory(() throws -> Any)
    /// Can replace only a member that is made asynchronously.
    case awaited(@Sendable () async throws -> any Sendable)
  }

  // SAFETY: see above.
  private struct Spare: @unchecked Sendable {
    var value: Any?
  }

  /// The type of the member.
  let type: any Any.Type
  /// The actor that a value belongs to which is not Sendable.
  let actor: ObjectIdentifier?
  private let source: Source
  private let spare = Lock(Spare())

  init(_ source: Source, of type: any Any.Type, on actor: ObjectIdentifier?) {
    (self.source, self.type, self.actor) = (source, type, actor)
  }

  var isAwaited: Bool { if case .awaited = source { true } else { false } }

  /// The given value; `nil` when a factory makes it.
  var given: Any? { if case .value(let value) = source { value } else { nil } }

  /// Makes the member's value; `nil` when the factory has to be awaited.
  func make() throws -> Any? {
    if let prepared = spare.withLock({ $0.value.take() }) { return prepared }
    return switch source {
    case .value(let value): value
    case .factory(let factory): try factory()
    case .awaited: nil
    }
  }

  /// Makes the value of a member that is made asynchronously.
  nonisolated(nonsending) func makeAwaiting() async throws -> Any? {
    if let value = try make() { return value }
    guard case .awaited(let factory) = source else { return nil }
    return try await factory()
  }

  /// Keeps a value as the result of the next read.
  func prepare(_ value: Any?) -> Any? {
    let spare = Spare(value: value)
    self.spare.withLock { $0 = spare }
    return value
  }

  var prepared: Any? { spare.withLock { $0 }.value }
}
