// SPDX-License-Identifier: Apache-2.0

/// Plain closures as needs, so that a class can make repeated requests without importing Dovetail.
///
/// A closure type cannot conform to a protocol, so a need is recognised by comparing it with the closures that return a bound type. Closures of the main actor
/// are called by main-actor code, and build values of that actor synchronously.
enum PlainClosure {
  /// The types of the closures that return a value of the given type.
  static func types<Value>(returning type: Value.Type) -> [any Any.Type] {
    [
      (() -> Value).self, (@Sendable () -> Value).self, (() throws -> Value).self, (@Sendable () throws -> Value).self,
      (@MainActor () -> Value).self, (@MainActor () throws -> Value).self,
    ]
  }

  /// Whether a type may be a closure: two words, and an arrow in its name.
  static func isPossible<Need>(_ type: Need.Type) -> Bool {
    MemoryLayout<Need>.size == 2 * MemoryLayout<Int>.size && _typeName(type, qualified: false).contains("->")
  }

  static func slot<Value>(_ type: any Any.Type, of inner: Slot, returning result: Value.Type, home owner: Owner) -> Slot? {
    var step = inner.step
    step.key = Graph.Key(type: TypeName(type), name: inner.step.key.name)
    let maker = Maker<Value>(inner: inner, owner: owner, blueprint: SlotBlueprint(origin: SlotOrigin(step)))
    return maker.plainSlot(for: type) ?? maker.awaitedSlot(for: type)
  }

  /// Makes the slot of one closure.
  struct Maker<Value> {
    let inner: Slot
    let owner: Owner
    let blueprint: SlotBlueprint

    func plainSlot(for type: any Any.Type) -> Slot? {
      slot(for: type) { asking -> () -> Value in asking.trapping }
        ?? slot(for: type) { asking -> @Sendable () -> Value in asking.trapping }
        ?? slot(for: type) { asking -> () throws -> Value in asking.throwing }
        ?? slot(for: type) { asking -> @Sendable () throws -> Value in asking.throwing }
        ?? slot(for: type) { asking -> @MainActor () -> Value in asking.trappingOnMain }
        ?? slot(for: type) { asking -> @MainActor () throws -> Value in asking.throwingOnMain }
    }

    /// The slot of a closure, when it has the wanted type.
    func slot<Closure>(for type: any Any.Type, _ closure: @escaping @Sendable (Asking<Value>) -> Closure) -> Slot? {
      guard type == Closure.self else { return nil }
      return .derived(blueprint) { [asking] context -> Closure in closure(asking(context)) }
    }

    // The slot of the closure holds its target, which may be a derived slot without another holder; the closure does not.
    var asking: @Sendable (Context) -> Asking<Value> {
      { [inner, key = inner.step.key, owner] context in Asking(home: owner.home(context), target: DeferredTarget(inner, key)) }
    }
  }

  /// The calls of a closure.
  struct Asking<Value>: Sendable {
    let home: ResolverReference
    let target: DeferredTarget

    var trapping: @Sendable () -> Value {
      { orTrap { try home.request(target) } }
    }

    var throwing: @Sendable () throws -> Value {
      { try home.request(target) }
    }

    var trappingOnMain: @MainActor () -> Value {
      { orTrap { try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) in try home.request(target) } } }
    }

    var throwingOnMain: @MainActor () throws -> Value {
      { try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) in try home.request(target) } }
    }
  }
}
