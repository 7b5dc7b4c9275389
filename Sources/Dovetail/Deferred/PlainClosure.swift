// SPDX-License-Identifier: Apache-2.0

/// Plain closures as needs, so that a class can make repeated requests without importing Dovetail.
///
/// A closure type cannot conform to a protocol, so a need is recognised by comparing it with the closures that return a bound type. Closures of the main actor
/// are called by main-actor code, and build values of that actor synchronously.
enum PlainClosure {
  /// One type of closures, and how a closure is made from a request.
  struct Form {
    let type: any Any.Type
    fileprivate let slot: (_ inner: Slot, DerivedMaker, SlotBlueprint) -> Slot

    init<Closure>(_ closure: @escaping @Sendable (DeferredRequest) -> Closure) {
      type = Closure.self
      slot = { inner, maker, blueprint in maker.deferred(inner, blueprint, closure) }
    }
  }

  /// The closures that return a value of the given type.
  static func forms<Value>(returning type: Value.Type) -> [Form] {
    [
      Form { request -> () -> Value in { orTrap { try request.now() } } },
      Form { request -> @Sendable () -> Value in { orTrap { try request.now() } } },
      Form { request -> () throws -> Value in { try request.now() } },
      Form { request -> @Sendable () throws -> Value in { try request.now() } },
      Form { request -> @MainActor () -> Value in { orTrap { try request.nowOnMain() } } },
      Form { request -> @MainActor () throws -> Value in { try request.nowOnMain() } },
    ]
  }

  /// Whether a type may be a closure: two words, and an arrow in its name.
  static func isPossible<Need>(_ type: Need.Type) -> Bool {
    MemoryLayout<Need>.size == 2 * MemoryLayout<Int>.size && _typeName(type, qualified: false).contains("->")
  }

  /// The slot of a closure; `nil` when the type is none of the forms.
  static func slot<Value>(_ type: any Any.Type, of inner: Slot, returning result: Value.Type, _ maker: DerivedMaker) -> Slot? {
    var step = inner.step
    step.key = Graph.Key(type: TypeName(type), name: inner.step.key.name)
    let form = (isAwaited(type) ? awaitedForms(returning: result) : forms(returning: result)).first { $0.type == type }
    return form?.slot(inner, maker, SlotBlueprint(origin: SlotOrigin(step)))
  }
}

extension DeferredRequest {
  @MainActor fileprivate func nowOnMain<Value>() throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) in try now() }
  }
}
