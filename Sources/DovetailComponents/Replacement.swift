// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// What stands for a member.
final class Replacement: Sendable {
  private enum Factory: Sendable {
    case now(@Sendable () throws -> any Sendable)
    case awaited(@Sendable () async throws -> any Sendable)
  }

  /// The type of the member.
  let type: any Any.Type
  private let factory: Factory
  private let spare = Lock<(any Sendable)?>(nil)

  init<Value: Sendable>(_ factory: @escaping @Sendable () throws -> Value) {
    type = Value.self
    self.factory = .now(factory)
  }

  init<Value: Sendable>(awaiting factory: @escaping @Sendable () async throws -> Value) {
    type = Value.self
    self.factory = .awaited(factory)
  }

  /// Whether only a member that is made asynchronously can be replaced.
  var isAwaited: Bool {
    if case .awaited = factory { true } else { false }
  }

  /// Makes what the member is to give; `nil` when that is of another type, or has to be awaited.
  func make<Value>(_ type: Value.Type) throws -> Value? { try (takeSpare() ?? makeNow()) as? Value }

  /// Makes what a member that is made asynchronously is to give; `nil` when that is of another type.
  nonisolated(nonsending) func make<Value>(awaiting type: Value.Type) async throws -> Value? {
    if let spare = takeSpare() { return spare as? Value }
    return try await makeAwaiting() as? Value
  }

  /// Makes what is given first.
  func prepare() throws -> (any Sendable)? { try makeNow().map(keep) }

  /// Makes what is given first.
  nonisolated(nonsending) func prepareAwaiting() async throws -> any Sendable { keep(try await makeAwaiting()) }

  private func makeNow() throws -> (any Sendable)? {
    guard case .now(let make) = factory else { return nil }
    return try make()
  }

  private nonisolated(nonsending) func makeAwaiting() async throws -> any Sendable {
    switch factory {
    case .now(let make): try make()
    case .awaited(let make): try await make()
    }
  }

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
