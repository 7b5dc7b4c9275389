// SPDX-License-Identifier: Apache-2.0

extension BindContent {
  /// Makes the slot; `scoped` is the bind whose scope it shares, itself unless it is a decorator.
  func slot(_ blueprint: SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    func make<Value>(_ type: Value.Type) -> Slot { Bind<Value>(self).slot(blueprint, sharing: scoped, maker) }
    return _openExistential(type, do: make)
  }
}

extension Bind {
  func slot(_ blueprint: consuming SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    let bound = boundSlot(blueprint, sharing: scoped, maker)
    var slot = bound
    if let rare, let isolating = rare.rareFacts.isolating { slot = isolating(bound) }
    if let keeper, scoped.declaration.scope.sharesValues { slot = StayingSlot(bound, keeper) }
    let owner = maker.owner
    let chosen =
      owner.extensions.isEmpty
      ? slot
      : InterceptedSlot(slot, owner: owner, declared: declaration.options) { key in
        try owner.container(for: key).planned(key)?.slot
      }
    guard let observers = maker.owner.observers, observers.observesReuse else { return chosen }
    return ReuseSlot(chosen, observers)
  }

  private func boundSlot(
    _ blueprint: consuming SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker
  ) -> TypedSlot<Value> {
    // A plain bind needs only the metadata of its slot's type.
    guard rare == nil else { return rareSlot(blueprint, sharing: scoped, maker) }
    let recipe = maker.isPlain ? recipe : watchedRecipe(blueprint, in: scoped, maker)
    switch scoped.declaration.scope {
    case .transient: return TypedSlot(transient: blueprint, recipe)
    case .singleton: return SingletonSlot(blueprint, owner: maker.owner, recipe)
    default: return rareSlot(blueprint, sharing: scoped, maker)
    }
  }

  private func rareSlot(
    _ blueprint: SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker
  ) -> TypedSlot<Value> {
    let declared = rareFacts.onClose
    let hooks = observed(
      keeper.map { actor in declared.map { $0.staying(on: actor) } } ?? declared, as: blueprint.step, by: maker.owner.observers)
    let onClose = CloseOwner(of: scoped.declaration.scope).flatMap { OnClose(hooks, owner: $0, step: blueprint.step) }
    if let asyncSlot = rare?.rareFacts.asyncSlot {
      return asyncSlot(self, blueprint, scoped.declaration.scope, maker, onClose)
    }
    let recipe = watchedRecipe(blueprint, in: scoped, maker, onClose)
    switch scoped.declaration.scope {
    case .transient: return TypedSlot(transient: blueprint, recipe)
    case .graph: return GraphSlot(blueprint, recipe)
    case .weak: return WeakSlot(blueprint, owner: maker.owner, recipe)
    case .singleton:
      guard let onClose else { return SingletonSlot(blueprint, owner: maker.owner, recipe) }
      return ClosingSingletonSlot(blueprint, owner: maker.owner, onClose: onClose, recipe)
    case .scoped(let kind): return ScopedSlot(blueprint, kind: kind, maker, onClose: onClose, recipe)
    case .custom:
      // A decorator and its inner value have the same type.
      guard let storage = rare?.rareFacts.storage ?? (scoped.type == Value.self ? Bind(scoped).rare?.rareFacts.storage : nil)
      else {
        return TypedSlot(transient: blueprint, recipe)
      }
      let open = { @Sendable [owner = maker.owner] in
        try storage(FactoryResolver(owner: owner, home: owner.home(.container), requester: -1))
      }
      return CustomSlot(blueprint, owner: maker.owner, storage: open, recipe)
    }
  }
}
