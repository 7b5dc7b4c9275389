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
    let scope = scoped.declaration.scope
    if case .singleton = scope, !declaration.marks.contains(.isAsync) { blueprint.instance = Instance(of: Value.self) }
    // A plain bind needs no metadata of rare types.
    if content.rare == nil, maker.isPlain {
      if case .transient = scope { return Slot(blueprint, of: Value.self, content.recipe) }
      if case .singleton = scope {
        blueprint.share(.singleton, maker.singletons)
        return Slot(blueprint, of: Value.self, content.recipe)
      }
    }
    return rareSlot(blueprint, sharing: scoped, maker)
  }

  private func rareSlot(_ blueprint: SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    let scope = scoped.declaration.scope
    let declared = rareFacts.onClose
    let hooks = observed(
      keeper.map { actor in declared.map { $0.staying(on: actor) } } ?? declared, as: blueprint.step, by: maker.owner.observers)
    let onClose = CloseOwner(of: scope).flatMap { OnClose(hooks, owner: $0, step: blueprint.step) }
    var blueprint = blueprint
    let sharesValues = if case .transient = scope { false } else { true }
    blueprint.layers = SlotLayers(maker.owner, declared: declaration.options, keeper: sharesValues ? keeper : nil)
    if let asyncSlot = rare?.value.asyncSlot { return asyncSlot(self, blueprint, scope, maker, onClose) }
    blueprint.production = rare?.value.isolating
    share(&blueprint, in: scope, from: scoped, maker, onClose)
    return Slot(blueprint, of: Value.self, watchedRecipe(blueprint, in: scoped, maker, onClose))
  }

  private func share(
    _ blueprint: inout SlotBlueprint, in scope: ScopeChoice, from scoped: BindContent, _ maker: SlotMaker,
    _ onClose: OnClose<Value>?
  ) {
    let owner = maker.owner
    switch scope {
    case .transient: break
    case .graph: blueprint.sharing = .graph
    case .singleton: blueprint.share(.singleton, SharingParts(owner, closing: onClose, instance: blueprint.instance))
    case .weak: blueprint.share(.rare, .weakly(Value.self, owner))
    case .scoped(let kind):
      // A value that would not fit into its place is kept like those of binds that joined later.
      blueprint.place = maker.placed.flatMap { $0.type == Value.self ? $0.place : nil }
      blueprint.share(.scoped, SharingParts(owner, closing: onClose, in: kind, at: blueprint.place))
    case .custom:
      // A decorator and its inner value have the same type.
      guard let storage = rare?.value.storage ?? (scoped.type == Value.self ? Bind(scoped).rare?.value.storage : nil)
      else { return }
      blueprint.share(.custom, owner.sharing(by: storage))
    }
  }
}
