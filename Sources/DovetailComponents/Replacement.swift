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
  func make() throws -> (any Sendable)? { try takeSpare() ?? now?() }

  /// Makes what a member that is made asynchronously is to give.
  nonisolated(nonsending) func makeAwaiting() async throws -> any Sendable {
    if let spare = takeSpare() { return spare }
    return try await awaited()
  }

  /// Gives what was made to the member that asks next.
  func keep(_ value: (any Sendable)?) { spare.withLock { $0 = value } }

  private func takeSpare() -> (any Sendable)? { spare.withLock { $0.take() } }
}
