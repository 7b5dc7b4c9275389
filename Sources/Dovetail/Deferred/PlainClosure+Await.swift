// SPDX-License-Identifier: Apache-2.0

// Closures that await, `() async throws -> T`, so that a class can request asynchronous values without importing Dovetail.
//
// The same text means another type in a module with the upcoming feature NonisolatedNonsendingByDefault: there the closure runs in its caller's isolation. Both
// are needs.
extension PlainClosure {
  /// Whether a type that may be a closure is one that has to be awaited.
  static func isAwaited(_ type: any Any.Type) -> Bool { _typeName(type, qualified: false).contains(" async ") }

  /// The derivation of a closure type from its return type.
  static func form(of type: any Any.Type) -> Graph.Need.Form { isAwaited(type) ? .asyncClosure : .closure }

  /// The types of the closures that return a value of the given type when they are awaited.
  static func awaitedTypes<Value>(returning type: Value.Type) -> [any Any.Type] {
    [
      (@concurrent () async throws -> Value).self, (@concurrent @Sendable () async throws -> Value).self,
      (@concurrent () async -> Value).self, (@concurrent @Sendable () async -> Value).self,
      (nonisolated(nonsending) () async throws -> Value).self, (nonisolated(nonsending) @Sendable () async throws -> Value).self,
      (nonisolated(nonsending) () async -> Value).self, (nonisolated(nonsending) @Sendable () async -> Value).self,
      (@MainActor () async throws -> Value).self, (@MainActor () async -> Value).self,
    ]
  }
}

extension PlainClosure.Maker {
  func awaitedSlot(for type: any Any.Type) -> Slot? {
    concurrentSlot(for: type) ?? callersSlot(for: type)
      ?? slot(for: type) { asking -> @MainActor () async throws -> Value in { try await asking.awaited() } }
      ?? slot(for: type) { asking -> @MainActor () async -> Value in { await asking.awaitedToTheEnd() } }
  }

  private func concurrentSlot(for type: any Any.Type) -> Slot? {
    slot(for: type) { asking -> @concurrent () async throws -> Value in { try await asking.awaited() } }
      ?? slot(for: type) { asking -> @concurrent @Sendable () async throws -> Value in { try await asking.awaited() } }
      ?? slot(for: type) { asking -> @concurrent () async -> Value in { await asking.awaitedToTheEnd() } }
      ?? slot(for: type) { asking -> @concurrent @Sendable () async -> Value in { await asking.awaitedToTheEnd() } }
  }

  private func callersSlot(for type: any Any.Type) -> Slot? {
    slot(for: type) { asking -> nonisolated(nonsending) () async throws -> Value in { try await asking.awaited() } }
      ?? slot(for: type) { asking -> nonisolated(nonsending) @Sendable () async throws -> Value in { try await asking.awaited() }
      }
      ?? slot(for: type) { asking -> nonisolated(nonsending) () async -> Value in { await asking.awaitedToTheEnd() } }
      ?? slot(for: type) { asking -> nonisolated(nonsending) @Sendable () async -> Value in { await asking.awaitedToTheEnd() } }
  }
}

extension PlainClosure.Asking {
  nonisolated(nonsending) func awaited() async throws -> Value { try await home.awaitedRequest(target) }

  /// The call of a closure that cannot throw a cancellation.
  nonisolated(nonsending) func awaitedToTheEnd() async -> Value {
    do { return try await home.uncancelledRequest(target) } catch { trap(error) }
  }
}
