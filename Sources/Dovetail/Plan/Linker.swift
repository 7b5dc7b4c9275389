// SPDX-License-Identifier: Apache-2.0

/// Makes the slot that answers one need: that of a bind, or one derived from others.
struct Linker {
  /// The slots of the bindings. What is asked later is looked up when all are made.
  let slot: (_ binding: Int) -> Slot?
  /// Keeps what a deferred need asks, until all slots are made: then it is connected with what the closure gives.
  let connect: (Target, @escaping () -> Slot?) -> Void
  let entries: [Collector.Entry]
  /// The declared type.
  let type: any Any.Type
  let need: Graph.Need
  let link: Wiring.Link
  let maker: DerivedMaker
  /// The index of the binding that needs it; `nil` for the program itself.
  var requester: Int?
  var argumentTypes: [TypeName] = []
  /// The default arguments, for callers that give none.
  var defaults: [any Sendable]?

  /// The type at a layer: 0 is the declared one.
  private func type(at layer: Int) -> any Any.Type { layer == 0 ? type : need.wrappers[layer - 1].key.type.type ?? type }

  /// The slot; `nil` when the link leads nowhere, which the checks do not let pass.
  var made: Slot? {
    switch link.target {
    case .binding(let index): return derived(0, from: link.depth) { slot(index).map(told) }
    case .parts(let parts):
      guard let layer = layer(where: { $0 == .collection || $0 == .dictionary }) else { return nil }
      return derived(0, from: layer) { collected(parts, at: layer) }
    case .absent:
      guard let layer = layer(where: { $0 == .optional }) else { return nil }
      return derived(0, from: layer) { (type(at: layer) as? any DerivedNeed.Type)?.slot(collecting: [], maker) }
    case .argument(let index): return argument(index)
    case .resolver: return .resolver(maker, askedBy: requester)
    case .missing: return nil
    }
  }

  /// The outermost layer of some forms.
  private func layer(where isWanted: (Graph.Need.Form) -> Bool) -> Int? { need.wrappers.firstIndex { isWanted($0.form) } }

  /// The slot of a layer, which is derived from that of an inner one.
  private func derived(_ layer: Int, from inner: Int, _ base: @escaping () -> Slot?) -> Slot? {
    if layer >= inner { return base() }
    let (type, wrapper) = (type(at: layer), need.wrappers[layer])
    guard wrapper.form.isDeferred else {
      return derived(layer + 1, from: inner, base).flatMap {
        (type as? any DerivedNeed.Type)?.slot(collecting: [(nil, $0)], maker)
      }
    }
    let target = Target(wrapper.key)
    connect(target) { derived(layer + 1, from: inner, base) }
    guard wrapper.form == .closure || wrapper.form == .asyncClosure else {
      return (type as? any DerivedNeed.Type)?.slot(asking: target, maker)
    }
    func closure<Value>(_ result: Value.Type) -> Slot? { PlainClosure.slot(type, asking: target, returning: result, maker) }
    return _openExistential(self.type(at: layer + 1), do: closure)
  }

  private func collected(_ parts: [Int], at layer: Int) -> Slot? {
    let elements = parts.compactMap { part in
      derived(layer + 1, from: link.depth) { slot(part).map(told) }.map {
        (entries[part].item.declaration.contribution?.mapKey, $0)
      }
    }
    return (type(at: layer) as? any DerivedNeed.Type)?.slot(collecting: elements, maker)
  }

  /// Stands for a run-time argument.
  private func argument(_ index: Int) -> Slot {
    let (step, expected, fallback) = (maker.requester, argumentTypes, defaults?[index])
    let configuration = SlotConfiguration(
      origin: SlotOrigin(step), argumentTypes: expected, argument: ArgumentPosition(index, of: expected))
    func make<Value>(_ type: Value.Type) -> Slot {
      .derived(configuration) { _ throws(ResolutionError) -> Value in
        if let fallback, let value = fallback as? Value { return value }
        throw .wrongArguments(of: step, expected: expected, given: [])
      }
    }
    return _openExistential(type, do: make)
  }

  /// A slot that passes the requester to another slot; that slot itself when its bind takes no requester, or shares its value.
  private func told(_ slot: Slot) -> Slot {
    guard slot.argumentTypes.first?.type == Requester.self, slot.step.scope == .transient, requester != nil,
      need.source == .bound, let type = slot.step.key.type.type,
      !need.wrappers.prefix(link.depth).contains(where: { !$0.arguments.isEmpty })
    else { return slot }
    // The requester of a decorated value is the requester of the decorator.
    let step = maker.requester
    let requester = Requester(key: step.key, module: step.module, location: step.location)
    var configuration = SlotConfiguration(origin: SlotOrigin(slot.step), needs: [slot], awaits: slot.awaits)
    if slot.isAwaited {
      configuration.awaitedRecipe = AwaitedRecipe { _, context, _, state in try await slot.produce(context, [requester], state) }
    }
    func make<Value>(_ type: Value.Type) -> Slot {
      .derived(configuration) { context throws(ResolutionError) -> Value in
        try Arguments.keeping(boxed: [requester], for: slot) { arguments throws(ResolutionError) in
          try slot.value(context, arguments)
        }
      }
    }
    return _openExistential(type, do: make)
  }
}

extension Slot {
  /// The resolver of a factory.
  ///
  /// - Parameter requester: The index of the binding whose code asks; `nil` for the program.
  static func resolver(_ maker: DerivedMaker, askedBy requester: Int?) -> Slot {
    .derived(maker.configuration((any Resolver).self)) { context -> any Resolver in
      FactoryResolver(owner: maker.owner, home: ResolverReference(context, of: maker.owner), requester: requester)
    }
  }
}
