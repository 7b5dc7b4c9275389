// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// What stands for a member.
final class Replacement: Sendable {
  /// The type of the member.
  let type: any Any.Type
  /// Makes what is given; `nil` when that has to be awaited, so that only a member that is made asynchronously can be replaced.
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

  /// Makes what the member is to give; `nil` when that has to be awaited.
  func make() throws -> (any Sendable)? { try takePrepared() ?? now?() }

  /// Makes what a member that is made asynchronously is to give.
  nonisolated(nonsending) func makeAwaiting() async throws -> any Sendable {
    if let value = takePrepared() { return value }
    return try await awaited()
  }

  /// Lets what was made be what the next read makes.
  func prepare(_ value: (any Sendable)?) -> (any Sendable)? {
    spare.withLock { $0 = value }
    return value
  }

  var prepared: (any Sendable)? { spare.withLock { $0 } }

  private func takePrepared() -> (any Sendable)? { spare.withLock { $0.take() } }
}
