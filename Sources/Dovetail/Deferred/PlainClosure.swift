// SPDX-License-Identifier: Apache-2.0

/// Plain closures as needs, so that a class can ask again and again without importing Dovetail.
///
/// A closure type cannot conform to a protocol, so a need is recognised by comparing it with the four closures that return a bound type.
enum PlainClosure {
  /// The types of the closures that return a value of the given type.
  static func types<Value>(returning type: Value.Type) -> [any Any.Type] {
    [
      (() -> Value).self, (@Sendable () -> Value).self, (() throws -> Value).self, (@Sendable () throws -> Value).self,
    ]
  }

  /// Whether a type may be a closure: two words, and an arrow in its name.
  static func isPossible<Need>(_ type: Need.Type) -> Bool {
    MemoryLayout<Need>.size == 2 * MemoryLayout<Int>.size && _typeName(type, qualified: false).contains("->")
  }

  static func slot<Value>(_ type: any Any.Type, returning inner: TypedSlot<Value>, home owner: Owner) -> Slot? {
    var step = inner.step
    step.key = Graph.Key(type: TypeName(type), name: inner.step.key.name)
    let blueprint = SlotBlueprint(step: step)
    if type == (() -> Value).self {
      return DerivedSlot<() -> Value>(blueprint) { context in asking(inner, owner, context).trapping }
    } else if type == (@Sendable () -> Value).self {
      return DerivedSlot<@Sendable () -> Value>(blueprint) { context in asking(inner, owner, context).trapping }
    } else if type == (() throws -> Value).self {
      return DerivedSlot<() throws -> Value>(blueprint) { context in asking(inner, owner, context).throwing }
    } else if type == (@Sendable () throws -> Value).self {
      return DerivedSlot<@Sendable () throws -> Value>(blueprint) { context in asking(inner, owner, context).throwing }
    }
    return nil
  }

  private static func asking<Value>(_ inner: TypedSlot<Value>, _ owner: Owner, _ context: Context) -> Asking<Value> {
    let (home, target) = (owner.home(context), DeferredTarget(inner))
    return Asking(
      trapping: { orTrap { try home.request(target) as Value } },
      throwing: { try home.request(target) as Value })
  }

  private struct Asking<Value> {
    let trapping: @Sendable () -> Value
    let throwing: @Sendable () throws -> Value
  }
}
