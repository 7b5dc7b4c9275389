// SPDX-License-Identifier: Apache-2.0

extension Optional: DerivedNeed {
  static var form: Graph.Need.Form { .optional }
  static var wrapped: any Any.Type { Wrapped.self }

  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    let typed = inner.typed(as: Wrapped.self)
    let slot = DerivedSlot<Wrapped?>(maker.blueprint(Self.self, needs: [inner])) { context throws(ResolutionError) in
      try typed.get(context, nil)
    }
    slot.connect([inner])
    return slot
  }

  static func absent(_ maker: DerivedMaker) -> Slot? { ValueSlot<Wrapped?>(maker.blueprint(Self.self), nil) }
}

extension Array: DerivedNeed {
  static var form: Graph.Need.Form { .collection }
  static var wrapped: any Any.Type { Element.self }

  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    slot(collecting: [(nil, inner)], maker) ?? inner
  }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    let typed = parts.map { $0.slot.typed(as: Element.self) }
    let slot = DerivedSlot<[Element]>(maker.blueprint(Self.self, needs: typed)) { context throws(ResolutionError) in
      var elements: [Element] = []
      elements.reserveCapacity(typed.count)
      for part in typed { elements.append(try part.get(context, nil)) }
      return elements
    }
    slot.connect(typed)
    return slot
  }
}

extension Dictionary: DerivedNeed {
  static var form: Graph.Need.Form { .dictionary }
  static var wrapped: any Any.Type { Value.self }
  static var isNeed: Bool { Key.self == String.self }

  // Never asked for: the wiring makes a dictionary from all its parts only.
  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot { slot(collecting: [], maker) ?? inner }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    // Only reached where Key is String: see `isNeed`.
    let typed = parts.compactMap { part in part.key.map { ($0, part.slot.typed(as: Value.self)) } }
    let slots = parts.map(\.slot)
    let slot = DerivedSlot<[String: Value]>(maker.blueprint(Self.self, needs: slots)) { context throws(ResolutionError) in
      var elements: [String: Value] = [:]
      for (key, part) in typed { elements[key] = try part.get(context, nil) }
      return elements
    }
    slot.connect(slots)
    return slot
  }
}
