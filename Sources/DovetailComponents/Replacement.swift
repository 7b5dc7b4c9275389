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

  /// Makes what the member is to give; `nil` when that is of another type, or has to be awaited.
  func make<Value>(_ type: Value.Type) throws -> Value? { try (takeSpare() ?? now?()) as? Value }

  /// Makes what a member that is made asynchronously is to give; `nil` when that is of another type.
  nonisolated(nonsending) func make<Value>(awaiting type: Value.Type) async throws -> Value? {
    if let spare = takeSpare() { return spare as? Value }
    return try await awaited() as? Value
  }

  /// Makes what is given first.
  func prepare() throws -> (any Sendable)? { try (now?()).map(keep) }

  /// Makes what is given first.
  nonisolated(nonsending) func prepareAwaiting() async throws -> any Sendable { keep(try await awaited()) }

  // The last one is kept by the caller: letting go of it is the user's code, which never runs inside a lock.
  private func keep(_ value: any Sendable) -> any Sendable {
    let last = spare.withLock { spare in
      defer { spare = value }
      return spare
    }
    return withExtendedLifetime(last) { value }
  }

  private func takeSpare() -> (any Sendable)? {
    spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
  }
}
