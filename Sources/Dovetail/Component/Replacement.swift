// SPDX-License-Identifier: Apache-2.0

/// What stands for a member.
struct Replacement: Sendable {
  private final class Spare: Sendable {
    let value = Lock<(any Sendable)?>(nil)
  }

  /// The type of the member.
  let type: any Any.Type
  private let factory: @Sendable () throws -> any Sendable
  private let spare = Spare()

  init<Value: Sendable>(_ factory: @escaping @Sendable () throws -> Value) {
    type = Value.self
    self.factory = factory
  }

  /// Makes what the member is to give; `nil` when that is of another type.
  func make<Value>(_ type: Value.Type) throws -> Value? {
    let spare = spare.value.withLock { value in
      defer { value = nil }
      return value
    }
    return try (spare ?? factory()) as? Value
  }

  /// Makes the value that the next ``make(_:)`` gives.
  func prepare() throws -> any Sendable {
    let value = try factory()
    spare.value.withLock { $0 = value }
    return value
  }
}
