// SPDX-License-Identifier: Apache-2.0
import Dovetail

/// Keeps values, from any thread: what a test lets outlive something, and what it writes down.
final class Shelf<Value: Sendable>: Sendable {
  private let stored = Lock<[Value]>([])

  var values: [Value] { stored.withLock { $0 } }

  func add(_ value: Value) { stored.withLock { $0.append(value) } }

  func removeAll() {
    let last = stored.withLock { values in
      defer { values = [] }
      return values
    }
    _ = last
  }
}
