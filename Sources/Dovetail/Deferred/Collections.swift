// SPDX-License-Identifier: Apache-2.0

extension Optional: DerivedNeed {
  static var form: Graph.Need.Form { .optional }
  static var wrapped: any Any.Type { Wrapped.self }

  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    let awaiting: AwaitedDerivation<Wrapped?> = { context, state in
      let part: Handed<Wrapped> = try await inner.produce(context, nil, state)
      return Handed(part.value, madeOf: part)
    }
    return maker.slot(of: [inner], awaiting: awaiting) { context throws(ResolutionError) -> Wrapped? in
      try inner.get(context) as Wrapped
    }
  }

  static func absent(_ maker: DerivedMaker) -> Slot? { .derived(maker.blueprint(Self.self)) { _ -> Wrapped? in nil } }
}

extension Array: DerivedNeed {
  static var form: Graph.Need.Form { .collection }
  static var wrapped: any Any.Type { Element.self }

  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    slot(collecting: [(nil, inner)], maker) ?? inner
  }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    let slots = parts.map(\.slot)
    let awaiting: AwaitedDerivation<[Element]> = { context, state in
      try await maker.awaited(slots, context, state) { (elements: inout [Element], _, element: Element) in
        elements.append(element)
      }
    }
    return maker.slot(of: slots, awaiting: awaiting) { context throws(ResolutionError) -> [Element] in
      var elements: [Element] = []
      elements.reserveCapacity(slots.count)
      for part in slots { elements.append(try part.get(context)) }
      return elements
    }
  }
}

extension Dictionary: DerivedNeed {
  static var form: Graph.Need.Form { .dictionary }
  static var wrapped: any Any.Type { Value.self }
  static var isNeed: Bool { Key.self == String.self }

  // Never called: the wiring makes a dictionary from all its parts only.
  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot { slot(collecting: [], maker) ?? inner }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    // Only reached if Key is String: see `isNeed`. Then every part has a key.
    let (keys, slots) = (parts.map { $0.key ?? "" }, parts.map(\.slot))
    let awaiting: AwaitedDerivation<[String: Value]> = { context, state in
      try await maker.awaited(slots, context, state) { (elements: inout [String: Value], place, element: Value) in
        elements[keys[place]] = element
      }
    }
    return maker.slot(of: slots, awaiting: awaiting) { context throws(ResolutionError) -> [String: Value] in
      var elements: [String: Value] = [:]
      for (key, part) in zip(keys, slots) { elements[key] = try part.get(context) as Value }
      return elements
    }
  }
}

/// A collection that can be empty.
private protocol EmptyStart { init() }
extension Array: EmptyStart {}
extension Dictionary: EmptyStart {}

extension DerivedMaker {
  /// The slot of a value that is made from those of other slots.
  ///
  /// - Parameters:
  ///   - awaiting: Makes the value when one of the others is awaited.
  ///   - derive: Makes the value otherwise.
  fileprivate func slot<Value>(
    of parts: [Slot], awaiting: @escaping AwaitedDerivation<Value>,
    _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value
  ) -> Slot {
    var blueprint = blueprint(Value.self, needs: parts)
    if parts.contains(where: \.isProduced) { blueprint.production = .derived(awaiting) }
    let slot = Slot.derived(blueprint, derive)
    slot.connect(parts)
    return slot
  }

  /// Awaits the parts of a collection, one after the other.
  fileprivate func awaited<Part, Whole: EmptyStart>(
    _ parts: [Slot], _ context: Context, _ state: RequestState, _ add: (inout Whole, Int, Part) -> Void
  ) async throws -> Handed<Whole> {
    var whole = Whole()
    var proof: Handed<Part>?
    for (place, part) in parts.enumerated() {
      let made: (value: Part, proof: Handed<Part>?) = try await part.part(context, state)
      add(&whole, place, made.value)
      proof = proof ?? made.proof
    }
    guard let proof else { throw ResolutionError.unawaited(requester) }
    return Handed(whole, madeOf: proof)
  }
}
