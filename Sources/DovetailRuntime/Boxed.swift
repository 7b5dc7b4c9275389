// SPDX-License-Identifier: Apache-2.0

/// Keeps a value on the heap.
package final class Boxed<Value> {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

extension Boxed: Sendable where Value: Sendable {}
