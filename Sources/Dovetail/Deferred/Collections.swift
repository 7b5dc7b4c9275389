// SPDX-License-Identifier: Apache-2.0

extension Optional: DerivedNeed {
  static var form: Graph.Need.Form { .optional }
  static var wrapped: any Any.Type { Wrapped.self }

  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    let typed = inner.typed(as: Wrapped.self)
    let blueprint = maker.blueprint(Self.self, needs: [inner])
    let awaiting: AwaitedDerivation<Wrapped?> = { context, state in
      let part = try await typed.produce(context, nil, state)
      return Handed(part.value, madeOf: part)
    }
    let slot = DerivedSlot<Wrapped?>(blueprint, awaiting: inner.isProduced ? awaiting : nil) { context throws(ResolutionError) in
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
    let blueprint = maker.blueprint(Self.self, needs: typed)
    let origin = blueprint.origin
    let awaiting: AwaitedDerivation<[Element]> = { context, state in
      var elements: [Element] = []
      var proof: Handed<Element>?
      for part in typed {
        let made = try await part.part(of: part, context, state)
        elements.append(made.value)
        proof = proof ?? made.proof
      }
      guard let proof else { throw ResolutionError.unawaited(origin.step) }
      return Handed(elements, madeOf: proof)
    }
    let isProduced = typed.contains(where: \.isProduced)
    let slot = DerivedSlot<[Element]>(blueprint, awaiting: isProduced ? awaiting : nil) { context throws(ResolutionError) in
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

  // Never called: the wiring makes a dictionary from all its parts only.
  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot { slot(collecting: [], maker) ?? inner }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    // Only reached if Key is String: see `isNeed`.
    let typed = parts.compactMap { part in part.key.map { ($0, part.slot.typed(as: Value.self)) } }
    let slots = parts.map(\.slot)
    let blueprint = maker.blueprint(Self.self, needs: slots)
    let origin = blueprint.origin
    let awaiting: AwaitedDerivation<[String: Value]> = { context, state in
      var elements: [String: Value] = [:]
      var proof: Handed<Value>?
      for (key, part) in typed {
        let made = try await part.part(of: part, context, state)
        elements[key] = made.value
        proof = proof ?? made.proof
      }
      guard let proof else { throw ResolutionError.unawaited(origin.step) }
      return Handed(elements, madeOf: proof)
    }
    let isProduced = slots.contains(where: \.isProduced)
    let slot = DerivedSlot<[String: Value]>(blueprint, awaiting: isProduced ? awaiting : nil) { context throws(ResolutionError) in
      var elements: [String: Value] = [:]
      for (key, part) in typed { elements[key] = try part.get(context, nil) }
      return elements
    }
    slot.connect(slots)
    return slot
  }
}
