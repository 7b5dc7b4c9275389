// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization

/// Gives every instance to two requesters in turn.
final class Pairs<Value: Sendable>: ScopeStorage {
  private let waiting = Mutex<Value?>(nil)

  func instance(_ make: () throws -> Value) throws -> Value {
    let taken = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    if let taken { return taken }
    let made = try make()
    waiting.withLock { $0 = made }
    return made
  }
}
