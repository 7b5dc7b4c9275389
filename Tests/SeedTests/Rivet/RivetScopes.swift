// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization

/// A pool: makes the first so many instances, then hands these out in turn.
struct Pool: CustomScope {
  let size: Int

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage(size: size) }

  private final class Storage<Value: Sendable>: ScopeStorage {
    private struct State {
      var values: [Value] = []
      var next = 0
    }

    private let size: Int
    private let state = Mutex(State())

    init(size: Int) { self.size = size }

    /// Several threads that find the pool not yet full may each make an instance; what is too many is handed out once and not kept.
    func instance(_ make: () throws -> Value) throws -> Value {
      if let value = pooled() { return value }
      let value = try make()
      state.withLock { state in
        if state.values.count < size { state.values.append(value) }
      }
      return value
    }

    private func pooled() -> Value? {
      state.withLock { state in
        guard state.values.count == size else { return nil }
        defer { state.next = (state.next + 1) % size }
        return state.values[state.next]
      }
    }
  }
}

/// One instance that is made again when it is older than a duration.
struct Expiring: CustomScope {
  let lifetime: Duration
  /// The time since any fixed moment; a test has a clock of its own.
  let now: @Sendable () -> Duration

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage(scope: self) }

  private final class Storage<Value: Sendable>: ScopeStorage {
    private let scope: Expiring
    private let kept = Mutex<(value: Value, end: Duration)?>(nil)

    init(scope: Expiring) { self.scope = scope }

    func instance(_ make: () throws -> Value) throws -> Value {
      let now = scope.now()
      if let kept = kept.withLock({ $0 }), now < kept.end { return kept.value }
      let value = try make()
      kept.withLock { $0 = (value, now + scope.lifetime) }
      return value
    }
  }
}

/// Hands out the elements of a list one after the other, and never asks the factory: for tests that say what comes when.
struct FixedSequence<Element: Sendable>: CustomScope {
  /// All elements were handed out.
  struct Ended: Error, Hashable {
    let count: Int
  }

  let elements: [Element]

  init(_ elements: Element...) { self.elements = elements }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> {
    Storage(elements: elements.compactMap { $0 as? Value })
  }

  private final class Storage<Value: Sendable>: ScopeStorage {
    private let elements: [Value]
    private let next = Atomic(0)

    init(elements: [Value]) { self.elements = elements }

    func instance(_ make: () throws -> Value) throws -> Value {
      let place = next.add(1, ordering: .relaxed).oldValue
      guard place < elements.count else { throw Ended(count: elements.count) }
      return elements[place]
    }
  }
}
