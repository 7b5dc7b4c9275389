// SPDX-License-Identifier: Apache-2.0

/// A type that can be needed without being bound, because it is made from a bound one.
package protocol DerivedNeed {
  static var form: Graph.Need.Form { get }
  /// The type that it is made from.
  static var wrapped: any Any.Type { get }
  /// The run-time arguments that it takes.
  static var argumentTypes: [TypeName] { get }
  /// The kind of scope that it opens; `nil` for all but an opener.
  static var opened: (any ScopeKind.Type)? { get }
  /// Whether this specialisation really is such a need: a dictionary is one only with text as its key.
  static var isNeed: Bool { get }
  /// The slot that makes it from the slot of ``wrapped``.
  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot
  /// The slot that makes it from all parts; `nil` for a type that is not a collection.
  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot?
  /// The slot for an unbound type; `nil` for a derived type that requires a bind.
  static func absent(_ maker: DerivedMaker) -> Slot?
}

extension DerivedNeed {
  package static var argumentTypes: [TypeName] { [] }
  package static var opened: (any ScopeKind.Type)? { nil }
  package static var isNeed: Bool { true }
  package static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? { nil }
  package static func absent(_ maker: DerivedMaker) -> Slot? { nil }
}

/// The context in which the slots of derived needs are made.
package struct DerivedMaker {
  package let owner: Owner
  /// The asking bind, for errors.
  package let requester: ResolutionError.Step

  package init(_ owner: Owner, for requester: ResolutionError.Step) { (self.owner, self.requester) = (owner, requester) }

  package func blueprint(_ type: any Any.Type, needs: [Slot] = []) -> SlotBlueprint {
    var step = requester
    step.key = Graph.Key(type: TypeName(type))
    let depth = (needs.map(\.depth).max() ?? 0) + 1
    return SlotBlueprint(origin: SlotOrigin(step), needCount: needs.count, depth: depth, awaits: needs.contains(where: \.awaits))
  }

  /// The slot of a need that requests another slot later. It holds that slot, which may be a derived one without another holder; the need does not.
  ///
  /// - Parameter blueprint: Names the need in errors; by default, its type does.
  func deferred<Need>(
    _ inner: Slot, _ blueprint: SlotBlueprint? = nil, _ make: @escaping @Sendable (DeferredRequest) -> Need
  ) -> Slot {
    .derived(blueprint ?? self.blueprint(Need.self)) { [owner, key = inner.step.key] context in
      make(DeferredRequest(home: ResolverReference(context, of: owner), unheld: Unheld(inner), key: key))
    }
  }
}

/// The base of the framework's own classes that can be needed without being bound. It distinguishes the program's classes from them quickly; for a
/// conformance test, the run time would search the whole program, for every class.
@_documentation(visibility: internal)
public class DerivedObject {
  init() {}
}
