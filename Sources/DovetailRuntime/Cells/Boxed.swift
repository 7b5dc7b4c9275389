// SPDX-License-Identifier: Apache-2.0

/// Keeps a value on the heap.
@usableFromInline
package final class Boxed<Value> {
  @usableFromInline package let value: Value

  @inlinable package init(_ value: Value) { self.value = value }
}

extension Boxed: Sendable where Value: Sendable {}
