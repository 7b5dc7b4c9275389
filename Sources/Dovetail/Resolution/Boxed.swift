// SPDX-License-Identifier: Apache-2.0

/// Keeps a value on the heap.
final class Boxed<Value> {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Boxed: Sendable where Value: Sendable {}
