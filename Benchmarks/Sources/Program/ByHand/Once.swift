// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A value that is made by the first who asks, as an expert writes it by hand with the guarantees of a singleton: made exactly once however
/// many threads ask, and read without a lock ever after. A ready one costs an acquiring load, a branch and a retain.
///
/// It does less than a container: a circle blocks for ever, and a factory runs under the lock.
package struct Once<Value: AnyObject & Sendable>: ~Copyable, Sendable {
  private let ready = Atomic<Unmanaged<Value>?>(nil)
  private let building = Mutex(())

  package init() {}

  package borrowing func get(_ make: () -> Value) -> Value {
    if let value = ready.load(ordering: .acquiring) { return value.takeUnretainedValue() }
    return build(make)
  }

  /// The value if it is made already.
  package var made: Value? { ready.load(ordering: .acquiring)?.takeUnretainedValue() }

  @inline(never)
  private borrowing func build(_ make: () -> Value) -> Value {
    building.withLock { _ in
      if let value = ready.load(ordering: .relaxed) { return value.takeUnretainedValue() }
      let value = make()
      ready.store(.passRetained(value), ordering: .releasing)
      return value
    }
  }

  deinit {
    ready.load(ordering: .acquiring)?.release()
  }
}

/// One to be captured by closures.
package final class OnceBox<Value: AnyObject & Sendable>: Sendable {
  private let once = Once<Value>()
  package func get(_ make: () -> Value) -> Value { once.get(make) }
}
