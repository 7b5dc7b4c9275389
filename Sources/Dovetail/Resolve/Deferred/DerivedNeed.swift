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

// Here, beside the protocol: the linker leaves out files of a static archive that nothing names, and the conformances in them.

extension Optional: DerivedNeed {
  static var form: Graph.Need.Form { .optional }
  static var wrapped: any Any.Type { Wrapped.self }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    maker.gathered(from: parts.map(\.slot), into: nil) { (whole: inout Wrapped?, _, value: Wrapped) in whole = value }
  }
}

extension Array: DerivedNeed {
  static var form: Graph.Need.Form { .collection }
  static var wrapped: any Any.Type { Element.self }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    maker.gathered(from: parts.map(\.slot), into: []) { (whole: inout [Element], index, element: Element) in
      if index == 0 { whole.reserveCapacity(parts.count) }
      whole.append(element)
    }
  }
}

extension Dictionary: DerivedNeed {
  static var form: Graph.Need.Form { .dictionary }
  static var wrapped: any Any.Type { Value.self }
  static var isNeed: Bool { Key.self == String.self }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    // Only reached if Key is String: see `isNeed`. Then every part has a key.
    let keys = parts.map { $0.key ?? "" }
    return maker.gathered(from: parts.map(\.slot), into: [String: Value](minimumCapacity: keys.count)) {
      (whole: inout [String: Value], index, value: Value) in
      whole[keys[index]] = value
    }
  }
}

extension DerivedMaker {
  /// The slot of a value that is made from those of other slots, which are requested one after the other, and awaited if need be.
  ///
  /// - Parameter start: A value with none of them.
  fileprivate func gathered<Part, Whole>(
    from slots: [Slot], into start: @autoclosure @escaping @Sendable () -> Whole,
    _ add: @escaping @Sendable (inout Whole, _ index: Int, Part) -> Void
  ) -> Slot {
    var configuration = configuration(Whole.self, needs: slots)
    if slots.contains(where: \.isProduced) {
      configuration.awaitedRecipe = .derived { context, state in
        var whole = start()
        for (index, slot) in slots.enumerated() {
          do { add(&whole, index, try await slot.part(context, state)) } catch let error as ResolutionError {
            throw error.part(of: Whole.self)
          }
        }
        return Cell(holding: whole)
      }
    }
    return .derived(configuration) { context throws(ResolutionError) -> Whole in
      var whole = start()
      do throws(ResolutionError) {
        for (index, slot) in slots.enumerated() { add(&whole, index, try slot.value(context)) }
      } catch { throw error.part(of: Whole.self) }
      return whole
    }
  }
}
