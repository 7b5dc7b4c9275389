// SPDX-License-Identifier: Apache-2.0

extension BindContent {
  /// Makes the slot; `scoped` is the bind whose scope it shares, itself unless it is a decorator.
  func slot(_ configuration: SlotConfiguration, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    func make<Value>(_ type: Value.Type) -> Slot { Bind<Value>(self).slot(configuration, sharing: scoped, maker) }
    return _openExistential(type, do: make)
  }
}

extension Bind {
  func slot(_ configuration: SlotConfiguration, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    var configuration = configuration
    let scope = scoped.declaration.scope
    // A plain bind needs no metadata of the types of its details.
    if content.isPlain, maker.isPlain {
      if case .transient = scope { return Slot(configuration, typedRecipe) }
      if case .singleton = scope {
        configuration.sharing = Sharing(maker.owner, .container(Cell(of: Value.self)))
        return Slot(configuration, typedRecipe)
      }
    }
    let declared = details.onClose
    let hooks = observed(
      keeper.map { actor in declared.map { $0.staying(on: actor) } } ?? declared, as: configuration.step,
      by: maker.owner.observers)
    share(&configuration, in: scope, from: scoped, maker, closing: hooks)
    let onClose: OnClose<Value>? = configuration.sharing?.closing.map { known($0) }
    let sharesValues = if case .transient = scope { false } else { true }
    configuration.interceptors = SlotInterceptors(maker.owner, declared: declaration.options, keeper: sharesValues ? keeper : nil)
    if let asyncSlot = givenDetails?.asyncSlot { return asyncSlot(self, configuration, maker, onClose) }
    configuration.awaitedRecipe = givenDetails?.isolating
    return Slot(configuration, watchedRecipe(configuration, maker, onClose))
  }

  /// Says what holds the values, and closes them if that has an end.
  private func share(
    _ configuration: inout SlotConfiguration, in scope: ScopeChoice, from scoped: BindContent, _ maker: SlotMaker,
    closing hooks: [CloseHook<Value>]
  ) {
    let (owner, step) = (maker.owner, configuration.step)
    func closing(_ owner: CloseOwner) -> OnClose<Value>? { OnClose(hooks, owner: owner, step: step) }
    switch scope {
    case .transient: break
    case .graph: configuration.isOfGraph = true
    case .singleton: configuration.sharing = Sharing(owner, .container(Cell(of: Value.self)), closing: closing(.container))
    case .weak: configuration.sharing = Sharing(owner, .others(WeakCell()))
    case .scoped(let kind):
      configuration.sharing = Sharing(owner, .scope(kind, maker.cellIndex), closing: closing(.scope(kind)))
    case .custom:
      // A decorator and its inner value have the same type.
      guard let storage = Bind(scoped).givenDetails?.storage else { return }
      configuration.sharing = Sharing(owner, .custom(CustomStorage(of: maker.scoped, storage)))
    }
  }
}

/// The context in which slots are made.
struct SlotMaker {
  let owner: ContainerContext
  /// The index of the value's cell in an open scope; `nil` when scopes may be open already, or have no cell for it.
  let cellIndex: CellIndex?
  /// The index of the binding whose scope the value has: of the one that is decorated, or its own.
  let scoped: Int
  /// The tracker of the instances of requests.
  let tracker: (any ResolutionTracker.Type)?

  /// Whether the container traces those instances.
  var traces: Bool { tracker != nil || !owner.extensions.isEmpty }

  /// Whether no extension, tracker or observer is present.
  var isPlain: Bool { !traces && owner.observers == nil }
}
