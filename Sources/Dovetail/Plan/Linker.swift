// SPDX-License-Identifier: Apache-2.0

/// Finds or makes the slot that answers one need.
struct Linker {
  let slots: [Slot?]
  let entries: [Collector.Entry]

  /// A need with its link and its requester.
  struct LinkedNeed {
    /// The declared type.
    let type: any Any.Type
    let need: Graph.Need
    let link: Wiring.Link
    let maker: DerivedMaker
    /// The index of the binding that needs it; -1 for the program itself.
    let requester: Int
    let argumentTypes: [TypeName]
    /// The default arguments, for callers that give none.
    let defaults: [any Sendable]?

    /// The type at a layer: 0 is the declared one.
    func type(at layer: Int) -> any Any.Type { layer == 0 ? type : need.wrappers[layer - 1].key.type.type ?? type }

    /// The outermost layer of some forms, with its type.
    func derived(where isWanted: (Graph.Need.Form) -> Bool) -> (layer: Int, type: any DerivedNeed.Type)? {
      guard let layer = need.wrappers.firstIndex(where: { isWanted($0.form) }) else { return nil }
      return (type(at: layer) as? any DerivedNeed.Type).map { (layer, $0) }
    }
  }

  /// The slot; `nil` when the link leads nowhere, which the checks do not let pass.
  func slot(for request: LinkedNeed) -> Slot? {
    switch request.link.target {
    case .binding(let index): slots[index].flatMap { wrap(told($0, for: request), from: request.link.depth, to: 0, request) }
    case .parts(let parts): collect(parts, request)
    case .absent: absent(request)
    case .argument(let index): argument(index, request)
    case .resolver: resolver(request)
    case .missing: nil
    }
  }

  /// Makes the derived slots around a slot, from an inner layer outwards.
  private func wrap(_ slot: Slot, from inner: Int, to outer: Int, _ request: LinkedNeed) -> Slot? {
    var slot = slot
    for layer in (outer..<inner).reversed() {
      let (type, form) = (request.type(at: layer), request.need.wrappers[layer].form)
      if form == .closure || form == .asyncClosure {
        func closure<Value>(_ result: Value.Type) -> Slot? { PlainClosure.slot(type, of: slot, returning: result, request.maker) }
        guard let made = _openExistential(request.type(at: layer + 1), do: closure) else { return nil }
        slot = made
      } else {
        guard let derived = type as? any DerivedNeed.Type else { return nil }
        slot = derived.slot(of: slot, request.maker)
      }
    }
    return slot
  }

  private func collect(_ parts: [Int], _ request: LinkedNeed) -> Slot? {
    guard let (layer, type) = request.derived(where: { $0 == .collection || $0 == .dictionary }) else { return nil }
    let elements = parts.compactMap { part in
      slots[part].flatMap { wrap(told($0, for: request), from: request.link.depth, to: layer + 1, request) }
        .map { (entries[part].item.declaration.contribution?.mapKey, $0) }
    }
    return type.slot(collecting: elements, request.maker).flatMap { wrap($0, from: layer, to: 0, request) }
  }

  private func absent(_ request: LinkedNeed) -> Slot? {
    guard let (layer, type) = request.derived(where: { $0 == .optional }) else { return nil }
    return type.absent(request.maker).flatMap { wrap($0, from: layer, to: 0, request) }
  }

  /// Stands for a run-time argument.
  private func argument(_ index: Int, _ request: LinkedNeed) -> Slot {
    let (step, expected, fallback) = (request.maker.requester, request.argumentTypes, request.defaults?[index])
    let blueprint = SlotBlueprint(origin: SlotOrigin(step), argument: index, argumentTypes: expected)
    func make<Value>(_ type: Value.Type) -> Slot {
      .derived(blueprint) { _ throws(ResolutionError) -> Value in
        if let fallback, let value = fallback as? Value { return value }
        throw .wrongArguments(of: step, expected: expected, given: [])
      }
    }
    return _openExistential(request.type, do: make)
  }

  /// Hands out the resolver of the binding that needs it.
  private func resolver(_ request: LinkedNeed) -> Slot {
    let (maker, requester) = (request.maker, request.requester)
    return .derived(maker.blueprint((any Resolver).self)) { context -> any Resolver in
      FactoryResolver(maker.owner, in: context, requester: requester)
    }
  }

  /// A slot that passes the requester to another slot; that slot itself when its bind takes no requester, or shares its value.
  func told(_ slot: Slot, for request: LinkedNeed) -> Slot {
    guard slot.argumentTypes.first?.type == Requester.self, slot.step.scope == .transient, request.requester >= 0,
      request.need.source == .bound, let type = slot.step.key.type.type,
      !request.need.wrappers.prefix(request.link.depth).contains(where: { !$0.arguments.isEmpty })
    else { return slot }
    // The requester of a decorated value is the requester of the decorator.
    let step = request.maker.requester
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
