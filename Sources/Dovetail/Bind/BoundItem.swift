// SPDX-License-Identifier: Apache-2.0

// The work of a type-erased bind: the content recovers the type.
extension BindContent {
  /// The binds derived from this one.
  var followers: [BindContent] { rare == nil ? [] : typed.followers }

  /// Makes the slot; `scoped` is the bind whose scope it shares, itself unless it is a decorator.
  func slot(_ blueprint: SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    func make<Value>(_ type: Value.Type) -> Slot { Bind<Value>(self).slot(blueprint, sharing: scoped, maker) }
    return _openExistential(type, do: make)
  }

  /// Applies the steps for a new value to an object that was made elsewhere.
  func finish(_ object: AnyObject, _ needs: inout Needs) throws { try typed.finish(object, &needs) }

  /// The same bind in the scope of another one.
  func shared(as other: BindContent) -> BindContent { typed.shared(as: other) }

  /// The closure types that mean the bind's type, each with its return type.
  func closureResults(awaited: Bool) -> [(any Any.Type, any Any.Type)] { typed.closureResults(awaited: awaited) }

  private var typed: any BoundItem {
    func bind<Value>(_ type: Value.Type) -> any BoundItem { Bind<Value>(self) }
    return _openExistential(type, do: bind)
  }
}

/// A bind of some type.
protocol BoundItem: Sendable {
  var followers: [BindContent] { get }
  func finish(_ object: AnyObject, _ needs: inout Needs) throws
  func shared(as other: BindContent) -> BindContent
  func closureResults(awaited: Bool) -> [(any Any.Type, any Any.Type)]
}

/// The context in which slots are made.
struct SlotMaker {
  let owner: Owner
  /// The place of the slot's value in an open scope; `nil` when scopes may be open already, or have no place for it.
  let placed: PlacedValue?
  /// Whether the container traces the instances of requests.
  let traces: Bool
  /// The tracker of those instances.
  let follower: (any Following.Type)?

  /// Whether no extension, tracker or observer is present.
  var isPlain: Bool { !traces && owner.observers == nil && owner.extensions.isEmpty }
}

extension Bind: BoundItem {
  var followers: [BindContent] {
    guard let rare else { return [] }
    return rare.rareFacts.companions.map { $0(declaration.key.name, rare.rareFacts.isolated?.actor) }
  }

  func closureResults(awaited: Bool) -> [(any Any.Type, any Any.Type)] {
    func closures<Result>(_ result: Result.Type) -> [(any Any.Type, any Any.Type)] {
      let types = PlainClosure.types(returning: result) + (awaited ? PlainClosure.awaitedTypes(returning: result) : [])
      return types.map { ($0, result) }
    }
    return closures(Value.self) + closures([Value].self) + closures(Value?.self)
  }

  func shared(as other: BindContent) -> BindContent {
    changed { bind in
      bind.declaration.scope = other.declaration.scope
      if other.type == Value.self { bind.share(as: Bind(other)) }
    }.content
  }

  func slot(_ blueprint: consuming SlotBlueprint, sharing scoped: BindContent, _ maker: SlotMaker) -> Slot {
    let bound = boundSlot(blueprint, sharing: scoped, maker)
    var slot = bound
    if let rare, let isolating = rare.rareFacts.isolating { slot = isolating(bound) }
    if let keeper, scoped.declaration.scope.sharesValues { slot = StayingSlot(bound, keeper) }
    let chosen = maker.owner.extensions.isEmpty ? slot : InterceptedSlot(slot, owner: maker.owner, declared: declaration.options)
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
    if let asyncSlot = rare?.rareFacts.asyncSlot {
      return asyncSlot(changed { $0.rareFacts.onClose = hooks }, blueprint, scoped.declaration.scope, maker)
    }
    let onClose = CloseOwner(of: scoped.declaration.scope).flatMap { OnClose(hooks, owner: $0, step: blueprint.step) }
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
      return CustomSlot(blueprint, owner: maker.owner, storage: storage, recipe)
    }
  }

  /// The recipe and the steps for a new value, with calls to extensions, trackers and observers.
  ///
  /// - Parameter onClose: Closes a value whose steps fail.
  private func watchedRecipe(
    _ blueprint: SlotBlueprint, in scoped: BindContent, _ maker: SlotMaker, _ onClose: OnClose<Value>? = nil
  ) -> Recipe<Value> {
    let discard = UnfinishedValue(onClose, step: blueprint.step, owner: maker.owner)
    let finished = maker.owner.extensions.isEmpty ? finishedRecipe(discard) : extended(blueprint.step, maker.owner, discard)
    let noted = Tracer(declaration, maker).map { traced(finished, in: scoped.declaration.scope, by: $0) } ?? finished
    return maker.owner.observers == nil ? noted : observed(noted, as: blueprint.step, by: maker.owner.observers)
  }

  func finish(_ object: AnyObject, _ needs: inout Needs) throws {
    guard var value = object as? Value else { return }
    for step in rareFacts.steps { try step(&value, &needs) }
  }

  /// The recipe and the steps for a new value.
  private func finishedRecipe(_ unfinished: UnfinishedValue<Value>?) -> Recipe<Value> {
    guard let rare, case let finish = rare.rareFacts.steps, !finish.isEmpty else { return recipe }
    return { [recipe, actor = rare.rareFacts.isolated?.actor] needs in
      var value = try recipe(&needs)
      func run() throws { for step in finish { try step(&value, &needs) } }
      // The recipe has found out that the actor runs this.
      do { if let actor { try ActorClaim.needs(of: actor, run) } else { try run() } } catch {
        throw unfinished?.closing(value, needs, error) ?? error
      }
      return value
    }
  }
}

/// Closes values whose steps failed: a property or `onCreate` threw.
struct UnfinishedValue<Value>: Sendable {
  private let onClose: OnClose<Value>
  private let step: ResolutionError.Step
  private let owner: Owner

  init?(_ onClose: OnClose<Value>?, step: ResolutionError.Step, owner: Owner) {
    guard let onClose else { return nil }
    self.onClose = onClose
    self.step = step
    self.owner = owner
  }

  /// Closes a value, and returns the error of its request.
  func closing(_ value: Value, _ needs: Needs, _ error: any Error) -> any Error {
    let failures = onClose.discard(value, in: needs.scope ?? owner.closing)
    return ResolutionError.discarding(error, closing: failures, of: step)
  }
}

/// A value that is passed when a scope opens.
enum InputBind {
  static func content<Value: Sendable>(of type: Value.Type, in kind: any ScopeKind.Type) -> BindContent {
    let key = Graph.Key(type: TypeName(type))
    let declaration = Declaration(key: key, role: .input, scope: .scoped(kind), location: .unknown)
    let bind = Bind<Value>(declaration) { _ in
      throw ResolutionError(
        .scopeNotOpen, key, "\(key.quoted) is handed over when a scope '\(TypeName(kind))' opens, and was not")
    }
    return bind.content
  }
}
