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

extension Bind {
  /// The recipe and the steps for a new value, with calls to extensions, trackers and observers. `onClose` closes a value whose steps fail.
  func watchedRecipe(
    _ configuration: SlotConfiguration, _ maker: SlotMaker, _ onClose: OnClose<Value>?
  ) -> Recipe<Value> {
    if maker.isPlain, givenDetails?.steps.isEmpty ?? true { return typedRecipe }
    let finished = finished(maker.owner, onClose)
    let noted = maker.traces ? traced(finished, isShared: configuration.sharing != nil, maker) : finished
    return Recipe(observed(noted, as: configuration, by: maker.owner.observers))
  }

  /// The recipe, then the steps for a new value; both run through the extensions, where there are some.
  private func finished(_ owner: ContainerContext, _ onClose: OnClose<Value>?) -> Make {
    let steps = givenDetails?.steps ?? []
    if steps.isEmpty, owner.extensions.isEmpty { return recipe }
    let parameters = declaration.needs.count { $0.need.place == .parameter }
    return { [recipe, key = declaration.key, declared = declaration.options, actor = givenDetails?.isolated?.actor] all in
      let extensions = owner.extensions
      let request = extensions.isEmpty ? nil : Interception(of: key, declared: declared, isMaking: true)
      var value = if let request { try extensions.made(request) { try recipe(all) } } else { try recipe(all) }
      func finish() throws {
        var needs = all
        needs.skip(parameters)
        // The recipe has found out that the actor runs this.
        try ActorClaim.needs(of: actor) { for step in steps { try step(&value, &needs) } }
      }
      do {
        if let request { try extensions.setNeeds(of: value, request, finish) } else { try finish() }
      } catch { throw onClose?.discard(value, in: all.context.scope?.lifetime ?? owner.lifetime, after: error) ?? error }
      return value
    }
  }

  /// The recipe, which notes its values in the running request's trace. A shared one has no single parent.
  private func traced(_ recipe: @escaping Make, isShared: Bool, _ maker: SlotMaker) -> Make {
    { [wraps = declaration.role == .decorator, note = declaration.attached.tracker] needs in
      guard let trace = RequestTrace.current else { return try recipe(needs) }
      let made = trace.begin(
        isShared: isShared, wraps: wraps, owner: maker.owner, in: needs.context.scope, trackedBy: maker.tracker)
      defer { trace.end(made) }
      let value = try recipe(needs)
      made.finish(value, note)
      return value
    }
  }

  /// The recipe, reported to the observers whenever it runs. An existing value is not made, and is reported only if it is external.
  private func observed(
    _ recipe: @escaping Make, as configuration: SlotConfiguration, by observers: ObserverList?
  ) -> Make {
    let isNew = declaration.role == .factory || declaration.role == .decorator
    guard let observers, isNew || declaration.isExternal || observers.observesInstances else { return recipe }
    return { [step = configuration.step, isReported = isNew || declaration.isExternal] needs in
      let value = isReported ? try observers.creating(step, isNew: isNew) { try recipe(needs) } : try recipe(needs)
      if !isNew { observers.know(value, of: Event.Subject(step)) }
      return value
    }
  }

  /// The closing hooks, which report their failures to the observers, and after them one that reports that the value has closed, whatever their conditions say.
  func observed(_ hooks: [CloseHook<Value>], as step: ResolutionError.Step, by observers: ObserverList?) -> [CloseHook<Value>] {
    guard let observers, !hooks.isEmpty else { return hooks }
    // Hooks run in reverse order: the first one is the last to run.
    return [.now { _ in observers.closed(step) }] + hooks.map { $0.tellingFailures(of: step, to: observers) }
  }
}

extension ExtensionChain {
  /// A new object, made by a recipe unless an extension makes it.
  fileprivate func made<Value>(_ request: Interception, _ recipe: () throws -> Value) throws -> Value {
    let trace = RequestTrace.current
    trace?.innermost?.key = request.key
    let made = try make(request) { try recipe() }
    guard let value = made as? Value else {
      throw ResolutionError(
        .wrongType, request.key, "an extension makes an instance of '\(TypeName(type(of: made)))' for '\(request.key)'",
        help: "let the extension make one of '\(TypeName(Value.self))'")
    }
    // Noted now, so that requests for its properties know their parent.
    if type(of: value as Any) is AnyClass { trace?.innermost?.object = value as AnyObject }
    return value
  }
}
