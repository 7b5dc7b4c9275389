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

  /// The closures that return a value of the given type when they are awaited.
  static func awaitedForms<Value>(returning type: Value.Type) -> [Form] {
    [
      Form { request -> @concurrent () async throws -> Value in { try await request.awaited() } },
      Form { request -> @concurrent @Sendable () async throws -> Value in { try await request.awaited() } },
      Form { request -> @concurrent () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> @concurrent @Sendable () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> nonisolated(nonsending) () async throws -> Value in { try await request.awaited() } },
      Form { request -> nonisolated(nonsending) @Sendable () async throws -> Value in { try await request.awaited() } },
      Form { request -> nonisolated(nonsending) () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> nonisolated(nonsending) @Sendable () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> @MainActor () async throws -> Value in { try await request.awaited() } },
      Form { request -> @MainActor () async -> Value in { await request.awaitedOrTrap() } },
    ]
  }
}

extension DeferredRequest {
  /// The call of a closure that cannot throw a cancellation.
  fileprivate nonisolated(nonsending) func awaitedOrTrap<Value>() async -> Value {
    do { return try await awaitedToTheEnd() } catch { trap(error) }
  }
}
