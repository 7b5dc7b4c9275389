// SPDX-License-Identifier: Apache-2.0

/// Finds or makes the slot that answers one need.
struct Linker {
  let slots: [Slot?]
  /// The keys of the parts of dictionaries, by binding.
  let keys: [Int: String]

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
    func type(at layer: Int) -> any Any.Type {
      layer == 0 ? type : need.wrappers[layer - 1].key.type.type ?? type
    }
  }

  /// The slot; `nil` when the link leads nowhere, which the checks do not let pass.
  func slot(for request: LinkedNeed) -> Slot? {
    switch request.link.target {
    case .binding(let index): slots[index].flatMap { wrap(told($0, for: request), from: request.link.depth, to: 0, request) }
    case .parts(let parts): collect(parts, request)
    case .absent: absent(request)
    case .argument(let index): argument(index, request)
    case .resolver: ResolverSlot.make(request)
    case .missing: nil
    }
  }

  /// Makes the derived slots around a slot, from an inner layer outwards.
  private func wrap(_ slot: Slot, from inner: Int, to outer: Int, _ request: LinkedNeed) -> Slot? {
    var slot = slot
    for layer in (outer..<inner).reversed() {
      let type = request.type(at: layer)
      if request.need.wrappers[layer].form.isClosure {
        func closure<Value>(_ result: Value.Type) -> Slot? {
          PlainClosure.slot(type, of: slot, returning: result, request.maker)
        }
        guard let made = _openExistential(request.type(at: layer + 1), do: closure) else { return nil }
        slot = made
      } else {
        guard let derived = type as? any DerivedNeed.Type else { return nil }
        slot = derived.slot(of: slot, request.maker)
      }
    }
    return slot
  }

  private func argument(_ index: Int, _ request: LinkedNeed) -> Slot {
    func make<Value>(_ type: Value.Type) -> Slot { ArgumentSlot.make(type, index, request) }
    return _openExistential(request.type, do: make)
  }

  private func collect(_ parts: [Int], _ request: LinkedNeed) -> Slot? {
    let isCollection: (Graph.Need.Wrapper) -> Bool = { $0.form == .collection || $0.form == .dictionary }
    guard let layer = request.need.wrappers.firstIndex(where: isCollection),
      let type = request.type(at: layer) as? any DerivedNeed.Type
    else { return nil }
    let elements = parts.compactMap { part in
      slots[part].flatMap { wrap(told($0, for: request), from: request.link.depth, to: layer + 1, request) }.map {
        (keys[part], $0)
      }
    }
    return type.slot(collecting: elements, request.maker).flatMap { wrap($0, from: layer, to: 0, request) }
  }

  private func absent(_ request: LinkedNeed) -> Slot? {
    guard let layer = request.need.wrappers.firstIndex(where: { $0.form == .optional }),
      let type = request.type(at: layer) as? any DerivedNeed.Type
    else { return nil }
    return type.absent(request.maker).flatMap { wrap($0, from: layer, to: 0, request) }
  }
}

/// Stands for a run-time argument.
enum ArgumentSlot {
  static func make<Value>(_ type: Value.Type, _ index: Int, _ request: Linker.LinkedNeed) -> Slot {
    let step = request.maker.requester
    let expected = request.argumentTypes
    let fallback = request.defaults?[index]
    let blueprint = SlotBlueprint(origin: SlotOrigin(step), argument: index, argumentTypes: expected)
    return .derived(blueprint) { _ throws(ResolutionError) -> Value in
      if let fallback, let value = fallback as? Value { return value }
      throw .wrongArguments(of: step, expected: expected, given: [])
    }
  }
}

/// Hands out the resolver of the binding that needs it.
enum ResolverSlot {
  static func make(_ request: Linker.LinkedNeed) -> Slot {
    let maker = request.maker
    let requester = request.requester
    return .derived(maker.blueprint((any Resolver).self)) { context -> any Resolver in
      FactoryResolver(owner: maker.owner, home: ResolverReference(context, of: maker.owner), requester: requester)
    }
  }
}

extension Linker {
  /// A slot that passes the requester to another slot; that slot itself when its bind takes no requester, or shares its value.
  func told(_ slot: Slot, for request: LinkedNeed) -> Slot {
    guard slot.argumentTypes.first?.type == Requester.self, slot.step.scope == .transient, request.requester >= 0,
      request.need.source == .bound, let type = slot.step.key.type.type,
      !request.need.wrappers.prefix(request.link.depth).contains(where: { !$0.arguments.isEmpty })
    else { return slot }
    // The requester of a decorated value is the requester of the decorator.
    let step = request.maker.requester
    let requester = Requester(key: step.key, module: step.module, location: step.location)
    func made<Value>(_ type: Value.Type) -> Slot { slot.made(type, for: requester) }
    return _openExistential(type, do: made)
  }
}

extension Slot {
  /// A slot that makes this one's value for a requester.
  fileprivate func made<Value>(_ type: Value.Type, for requester: Requester) -> Slot {
    let blueprint = SlotBlueprint(origin: SlotOrigin(step), needCount: 1, depth: depth + 1, awaits: awaits)
    let told = Slot.derived(blueprint) { [self] context throws(ResolutionError) -> Value in
      let block = ArgumentBlock([requester], for: self)
      defer { block.end() }
      return try get(context, block.arguments)
    }
    told.connect([self])
    return told
  }
}
