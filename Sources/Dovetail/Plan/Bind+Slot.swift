// SPDX-License-Identifier: Apache-2.0

extension BindContent {
  /// Makes the slot; `scoped` is the bind whose scope it shares, itself unless it is a decorator.
  func slot(_ blueprint: SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    func make<Value>(_ type: Value.Type) -> Slot { Bind<Value>(self).slot(blueprint, sharing: scoped, maker) }
    return _openExistential(type, do: make)
  }
}

extension Bind {
  func slot(_ blueprint: SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    var blueprint = blueprint
    let scope = scoped.declaration.scope
    // A plain bind needs no metadata of rare types.
    if content.isPlain, maker.isPlain {
      if case .transient = scope { return Slot(blueprint, typedRecipe) }
      if case .singleton = scope {
        blueprint.share(.singleton, SharingParts(maker.owner, cell: Cell(of: Value.self)))
        return Slot(blueprint, typedRecipe)
      }
    }
    let declared = rareFacts.onClose
    let hooks = observed(
      keeper.map { actor in declared.map { $0.staying(on: actor) } } ?? declared, as: blueprint.step, by: maker.owner.observers)
    let onClose = CloseOwner(of: scope).flatMap { OnClose(hooks, owner: $0, step: blueprint.step) }
    let sharesValues = if case .transient = scope { false } else { true }
    blueprint.layers = SlotLayers(maker.owner, declared: declaration.options, keeper: sharesValues ? keeper : nil)
    if let asyncSlot = rare?.asyncSlot { return asyncSlot(self, blueprint, scope, maker, onClose) }
    blueprint.production = rare?.isolating
    share(&blueprint, in: scope, from: scoped, maker, onClose)
    return Slot(blueprint, watchedRecipe(blueprint, in: scoped, maker, onClose))
  }

  private func share(
    _ blueprint: inout SlotBlueprint, in scope: ScopeChoice, from scoped: BindContent, _ maker: SlotMaker,
    _ onClose: OnClose<Value>?
  ) {
    let owner = maker.owner
    switch scope {
    case .transient: break
    case .graph: blueprint.sharing = .graph
    case .singleton: blueprint.share(.singleton, SharingParts(owner, closing: onClose, cell: Cell(of: Value.self)))
    case .weak: blueprint.share(.weak, SharingParts(owner, weak: WeakCell()))
    case .scoped(let kind): blueprint.share(.scoped, SharingParts(owner, closing: onClose, in: kind, at: maker.place))
    case .custom:
      // A decorator and its inner value have the same type.
      guard let storage = rare?.storage ?? (scoped.type == Value.self ? Bind(scoped).rare?.storage : nil) else { return }
      blueprint.share(.custom, SharingParts(owner, storage: CustomStorage(storage)))
    }
  }
}

/// The context in which slots are made.
package struct SlotMaker {
  package let owner: Owner
  /// The place of the slot's value in an open scope; `nil` when scopes may be open already, or have no place for it.
  var place: ScopePlace?
  /// The tracker of the instances of requests.
  package let follower: (any Following.Type)?

  init(_ owner: Owner, followedBy follower: (any Following.Type)?) { (self.owner, self.follower) = (owner, follower) }

  /// Whether the container traces those instances.
  package var traces: Bool { follower != nil || !owner.extensions.isEmpty }

  /// Whether no extension, tracker or observer is present.
  var isPlain: Bool { !traces && owner.observers == nil }
}
