// SPDX-License-Identifier: Apache-2.0

/// Plain closures as needs, so that a class can make repeated requests without importing Dovetail.
///
/// A closure type cannot conform to a protocol, so a need is recognised by comparing it with the closures that return a bound type. Closures of the main actor
/// are called by main-actor code, and build values of that actor synchronously.
enum PlainClosure {
  /// One type of closures, and how a closure is made from a request.
  private struct Form {
    let type: any Any.Type
    fileprivate let slot: (Target, DerivedMaker, SlotConfiguration) -> Slot

    init<Closure>(_ closure: @escaping @Sendable (DeferredRequest) -> Closure) {
      type = Closure.self
      slot = { target, maker, configuration in maker.deferred(target, configuration, closure) }
    }
  }

  /// The closures that return a value of the given type.
  private static func forms<Value>(returning type: Value.Type) -> [Form] {
    [
      Form { request -> () -> Value in { orTrap { try request.now() } } },
      Form { request -> @Sendable () -> Value in { orTrap { try request.now() } } },
      Form { request -> () throws -> Value in { try request.now() } },
      Form { request -> @Sendable () throws -> Value in { try request.now() } },
      Form { request -> @MainActor () -> Value in { orTrap { try request.nowOnMain() } } },
      Form { request -> @MainActor () throws -> Value in { try request.nowOnMain() } },
    ]
  }

  /// The closure types that mean a type, by their identities, each with its return type: the type itself, a list or a dictionary of it, or an optional.
  static func results<Value>(of type: Value.Type, awaited: Bool) -> [ObjectIdentifier: any Any.Type] {
    var results: [ObjectIdentifier: any Any.Type] = [:]
    func add<Result>(_ result: Result.Type) {
      for form in forms(returning: result) + (awaited ? awaitedForms(returning: result) : []) {
        results[ObjectIdentifier(form.type)] = result
      }
    }
    add(Value.self)
    add([Value].self)
    add([String: Value].self)
    add(Value?.self)
    return results
  }

  /// Whether a type may be a closure: two words, and an arrow in its name.
  static func isPossible<Need>(_ type: Need.Type) -> Bool {
    MemoryLayout<Need>.size == 2 * MemoryLayout<Int>.size && _typeName(type, qualified: false).contains("->")
  }

  /// The slot of a closure; `nil` when the type is none of the forms.
  static func slot<Value>(
    _ type: any Any.Type, asking target: Target, returning result: Value.Type, _ maker: DerivedMaker
  ) -> Slot? {
    let step = maker.requester.named(Graph.Key(type: TypeName(type), name: target.key.name))
    let form = (isAwaited(type) ? awaitedForms(returning: result) : forms(returning: result)).first { $0.type == type }
    return form?.slot(target, maker, SlotConfiguration(origin: SlotOrigin(step)))
  }
}

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
  private static func awaitedForms<Value>(returning type: Value.Type) -> [Form] {
    [
      Form { request -> @concurrent () async throws -> Value in { try await request.awaited() } },
      Form { request -> @concurrent @Sendable () async throws -> Value in { try await request.awaited() } },
      Form { request -> @concurrent () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> @concurrent @Sendable () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> nonisolated(nonsending) () async throws -> Value in { try await request.awaited() } },
      Form { request -> nonisolated(nonsending) @Sendable () async throws -> Value in { try await request.awaited() } },
      Form { request -> nonisolated(nonsending) () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> nonisolated(nonsending) @Sendable () async -> Value in { await request.awaitedOrTrap() } },
      Form { request -> @MainActor () async throws -> Value in { try await request.awaited(isStaying: true) } },
      Form { request -> @MainActor () async -> Value in { await request.awaitedOrTrap(isStaying: true) } },
    ]
  }
}

extension DeferredRequest {
  @MainActor fileprivate func nowOnMain<Value>() throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) in try now() }
  }

  /// The call of a closure that cannot throw a cancellation.
  fileprivate nonisolated(nonsending) func awaitedOrTrap<Value>(isStaying: Bool = false) async -> Value {
    do { return try await awaited(isStaying: isStaying, toTheEnd: true) } catch { trap(error) }
  }
}
