// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The replacement of a member.
final class Replacement: Sendable {
  /// The type of the member.
  let type: any Any.Type
  /// Makes the value; `nil` when the factory has to be awaited, so that it can replace only a member that is made asynchronously.
  private let now: (@Sendable () throws -> any Sendable)?
  private let awaited: @Sendable () async throws -> any Sendable
  private let spare = Lock<(any Sendable)?>(nil)

  init<Value: Sendable>(_ factory: @escaping @Sendable () throws -> Value) {
    (type, now, awaited) = (Value.self, factory, factory)
  }

  init<Value: Sendable>(awaiting factory: @escaping @Sendable () async throws -> Value) {
    (type, now, awaited) = (Value.self, nil, factory)
  }

  var isAwaited: Bool { now == nil }

  /// Makes the member's value; `nil` when the factory has to be awaited.
  func make() throws -> (any Sendable)? { try takePrepared() ?? now?() }

  /// Makes the value of a member that is made asynchronously.
  nonisolated(nonsending) func makeAwaiting() async throws -> any Sendable {
    if let value = takePrepared() { return value }
    return try await awaited()
  }

  /// Keeps a value as the result of the next read.
  func prepare(_ value: (any Sendable)?) -> (any Sendable)? {
    spare.withLock { $0 = value }
    return value
  }

  var prepared: (any Sendable)? { spare.withLock { $0 } }

  private func takePrepared() -> (any Sendable)? { spare.withLock { $0.take() } }
}
