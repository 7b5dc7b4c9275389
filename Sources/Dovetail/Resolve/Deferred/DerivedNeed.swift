// SPDX-License-Identifier: Apache-2.0

/// A type that can be needed without being bound, because it is made from a bound one.
protocol DerivedNeed {
  static var form: Graph.Need.Form { get }
  /// The type that it is made from.
  static var wrapped: any Any.Type { get }
  /// The run-time arguments that it takes; the kind of scope that an opener opens.
  static var argumentTypes: [TypeName] { get }
  /// Whether this specialisation really is such a need: a dictionary is one only with text as its key.
  static var isNeed: Bool { get }
  /// The slot of a type that asks the slot of ``wrapped`` later; `nil` for any other.
  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot?
  /// The slot that makes it from all parts; `nil` for a type that asks later. An optional has one part or none.
  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot?
}

extension DerivedNeed {
  static var argumentTypes: [TypeName] { [] }
  static var isNeed: Bool { true }
  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? { nil }
  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? { nil }
}

/// The context in which the slots of derived needs are made.
struct DerivedMaker {
  let owner: ContainerContext
  /// The asking bind, for errors.
  let requester: ResolutionError.Step
  /// Whether no check has compared the arguments: in a request of the program itself.
  var isUnchecked = false

  func configuration(_ type: any Any.Type, needs: [Slot] = []) -> SlotConfiguration {
    let step = requester.named(Graph.Key(type: TypeName(type)))
    return SlotConfiguration(origin: SlotOrigin(step), needs: needs, awaits: needs.contains(where: \.awaits))
  }

  /// The slot of a need that asks another slot later.
  ///
  /// - Parameter configuration: Names the need in errors; by default, its type does.
  func deferred<Need>(
    _ target: Target, _ configuration: SlotConfiguration? = nil,
    _ make: @escaping @Sendable (DeferredRequest) throws(ResolutionError) -> Need
  ) -> Slot {
    .derived(configuration ?? self.configuration(Need.self)) { [owner] context throws(ResolutionError) in
      try make(DeferredRequest(home: ResolverReference(context, of: owner), target: target))
    }
  }
}
