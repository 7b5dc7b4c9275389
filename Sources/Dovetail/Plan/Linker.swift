// SPDX-License-Identifier: Apache-2.0

/// Finds or makes the slot that answers one need.
struct Linker {
  let slots: [Slot?]
  let entries: [Collector.Entry]
  /// The declared type.
  let type: any Any.Type
  let need: Graph.Need
  let link: Wiring.Link
  let maker: DerivedMaker
  /// The index of the binding that needs it; -1 for the program itself.
  var requester = -1
  var argumentTypes: [TypeName] = []
  /// The default arguments, for callers that give none.
  var defaults: [any Sendable]?

  /// The type at a layer: 0 is the declared one.
  private func type(at layer: Int) -> any Any.Type { layer == 0 ? type : need.wrappers[layer - 1].key.type.type ?? type }

  /// The outermost layer of some forms, with its type.
  private func derived(where isWanted: (Graph.Need.Form) -> Bool) -> (layer: Int, type: any DerivedNeed.Type)? {
    guard let layer = need.wrappers.firstIndex(where: { isWanted($0.form) }) else { return nil }
    return (type(at: layer) as? any DerivedNeed.Type).map { (layer, $0) }
  }

  /// The slot; `nil` when the link leads nowhere, which the checks do not let pass.
  var slot: Slot? {
    switch link.target {
    case .binding(let index): slots[index].flatMap { wrap(told($0), from: link.depth, to: 0) }
    case .parts(let parts): collect(parts)
    case .absent: absent
    case .argument(let index): argument(index)
    case .resolver: resolver
    case .missing: nil
    }
  }

  /// Makes the derived slots around a slot, from an inner layer outwards.
  private func wrap(_ slot: Slot, from inner: Int, to outer: Int) -> Slot? {
    var slot = slot
    for layer in (outer..<inner).reversed() {
      let (derivedType, form) = (type(at: layer), need.wrappers[layer].form)
      if form == .closure || form == .asyncClosure {
        func closure<Value>(_ result: Value.Type) -> Slot? { PlainClosure.slot(derivedType, of: slot, returning: result, maker) }
        guard let made = _openExistential(type(at: layer + 1), do: closure) else { return nil }
        slot = made
      } else {
        guard let derived = derivedType as? any DerivedNeed.Type else { return nil }
        slot = derived.slot(of: slot, maker)
      }
    }
    return slot
  }

  private func collect(_ parts: [Int]) -> Slot? {
    guard let (layer, type) = derived(where: { $0 == .collection || $0 == .dictionary }) else { return nil }
    let elements = parts.compactMap { part in
      slots[part].flatMap { wrap(told($0), from: link.depth, to: layer + 1) }
        .map { (entries[part].item.declaration.contribution?.mapKey, $0) }
    }
    return type.slot(collecting: elements, maker).flatMap { wrap($0, from: layer, to: 0) }
  }

  private var absent: Slot? {
    guard let (layer, type) = derived(where: { $0 == .optional }) else { return nil }
    return type.absent(maker).flatMap { wrap($0, from: layer, to: 0) }
  }

  /// Stands for a run-time argument.
  private func argument(_ index: Int) -> Slot {
    let (step, expected, fallback) = (maker.requester, argumentTypes, defaults?[index])
    let blueprint = SlotBlueprint(origin: SlotOrigin(step), argument: index, argumentTypes: expected)
    func make<Value>(_ type: Value.Type) -> Slot {
      .derived(blueprint) { _ throws(ResolutionError) -> Value in
        if let fallback, let value = fallback as? Value { return value }
        throw .wrongArguments(of: step, expected: expected, given: [])
      }
    }
    return _openExistential(type, do: make)
  }

  /// Hands out the resolver of the binding that needs it.
  private var resolver: Slot {
    let (maker, requester) = (maker, requester)
    return .derived(maker.blueprint((any Resolver).self)) { context -> any Resolver in
      FactoryResolver(maker.owner, in: context, requester: requester)
    }
  }

  /// A slot that passes the requester to another slot; that slot itself when its bind takes no requester, or shares its value.
  private func told(_ slot: Slot) -> Slot {
    guard slot.argumentTypes.first?.type == Requester.self, slot.step.scope == .transient, requester >= 0,
      need.source == .bound, let type = slot.step.key.type.type,
      !need.wrappers.prefix(link.depth).contains(where: { !$0.arguments.isEmpty })
    else { return slot }
    // The requester of a decorated value is the requester of the decorator.
    let step = maker.requester
    let requester = Requester(key: step.key, module: step.module, location: step.location)
    var blueprint = SlotBlueprint(origin: SlotOrigin(slot.step), needCount: 1, depth: slot.depth + 1, awaits: slot.awaits)
    func make<Value>(_ type: Value.Type) -> Slot {
      if slot.isAwaited {
        blueprint.production = Production { _, context, _, state -> Handed<Value> in
          try await slot.produce(context, [requester], state)
        }
      }
      return .derived(blueprint) { context throws(ResolutionError) -> Value in
        try slot.get(context, giving: [requester])
      }
    }
    let told = _openExistential(type, do: make)
    told.connect([slot])
    return told
  }
}
