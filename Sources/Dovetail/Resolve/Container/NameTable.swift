// SPDX-License-Identifier: Apache-2.0

/// Remembers the slots of keys with a name once they were asked for.
// SAFETY: the container holds the table and the slots that it knows.
final class NameTable: Sendable {
  private struct Name: Hashable, Inert {
    /// `nil` for a name alone.
    let type: ObjectIdentifier?
    let text: String
  }

  private let slots = Lock<[Name: RootTable.Found]>([:])

  /// The slot of a key; `nil` before its first request.
  ///
  /// - Parameter type: The identity of the type; `nil` for a name alone.
  func slot(_ type: ObjectIdentifier?, _ name: String) -> RootTable.Found? {
    slots.withLock { $0[Name(type: type, text: name)] }
  }

  /// Remembers the slot of a key.
  func learn(_ type: ObjectIdentifier?, _ name: String, _ slot: RootTable.Found) {
    slots.withLock { $0[Name(type: type, text: name)] = slot }
  }
}
