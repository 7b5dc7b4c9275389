// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// The slot of a key; `nil` when nothing is bound for it.
  ///
  /// - Parameter requester: The index of the binding whose code asks, which sees what is private to its module; `nil` for the program.
  /// - Throws: `ResolutionError` with code `.missing` when a bind that is found on its type has missing needs.
  func find<Value>(_ key: Key<Value>, askedBy requester: Int? = nil) throws(ResolutionError) -> FoundSlot? {
    let question = question(key.graphKey, askedBy: requester)
    if let found = find(bound: question) ?? wholePlan.derived.withLock({ $0[question] }) { return found }
    if !key.isDynamic, key.name == nil,
      try extend(for: ImplicitBind.layers(of: DeclaredNeed(Value.self).need)),
      let found = find(bound: question)
    {
      return found
    }
    return derive(key, question, askedBy: requester)
  }

  private func question(_ key: Graph.Key, askedBy requester: Int?) -> Question {
    guard let requester, case let wiring = wholePlan.wiring else { return Question(key: key) }
    let allowsEmpty = wiring.graph.bindings[requester].needs.contains { $0.key == key && $0.allowsEmpty }
    return Question(key: key, asker: wiring.seesPrivates(requester) ? requester : nil, allowsEmpty: allowsEmpty)
  }

  private func find(bound question: Question) -> FoundSlot? {
    let found = if let asker = question.asker { wholePlan.slot(question.key, for: asker) } else { planned(question.key) }
    return found.map { FoundSlot(slot: $0.slot, bindings: [$0.binding]) }
  }

  /// The error that nothing is bound for a key.
  ///
  /// - Parameter requester: The index of the binding whose code asks; `nil` for the program.
  func missing<Value>(_ key: Key<Value>, askedBy requester: Int?) -> ResolutionError {
    let need = need(for: key).need
    // A missing collection has no parts; its element may be bound.
    if let parts = need.wrappers.first(where: { $0.form == .collection || $0.form == .dictionary }) {
      let wiring = wholePlan.wiring
      return .unbound(
        need.key, similar: wiring.nearParts(of: parts.key, askedBy: requester),
        remedy: "add \(wiring.contribution(to: parts)) to the bindings that are to be its parts")
    }
    if key.name == nil, PlainClosure.isPossible(Value.self),
      let provider = FunctionText(TypeName(Value.self).description)?.nilProvider
    {
      return .unbound(
        need.key, similar: [], remedy: "bind what it returns in a module, resolve \(provider)")
    }
    return .missing(need.target, in: wholePlan.wiring, askedBy: requester)
  }

  /// Makes the slot for a type that is not bound but can be made from one that is: a provider, a collection.
  ///
  /// The plan keeps it. A plan that extends that one makes its own: a bind that has joined may contribute to a collection.
  private func derive<Value>(_ key: Key<Value>, _ question: Question, askedBy requester: Int?) -> FoundSlot? {
    var request = need(for: key)
    let step = ResolutionError.Step(
      key: key.graphKey, location: .unknown, scope: .transient, module: TypeName(text: "the program"))
    let maker = DerivedMaker(owner: owner, requester: step, isUnchecked: true)
    // Each requester has one of its own.
    if request.need.source == .resolver { return FoundSlot(slot: .resolver(maker, askedBy: requester), bindings: []) }
    guard !request.need.wrappers.isEmpty else { return nil }
    request.need.allowsEmpty = true
    let plan = wholePlan
    // What has joined the container lies on a higher level.
    let link = plan.wiring.link(request.need, of: question.asker, upTo: nil)
    if case .parts(let parts) = link.target, parts.isEmpty, !question.allowsEmpty { return nil }
    var connections: [(target: Target, slot: () -> Slot?)] = []
    let linker = Linker(
      slot: { plan.slots[$0] }, connect: { connections.append(($0, $1)) }, entries: plan.entries, type: request.type,
      need: request.need, link: link, maker: maker)
    guard let slot = linker.made else { return nil }
    while let (target, slot) = connections.popLast() {
      target.connect(slot())
      plan.targets.withLock { $0.append(target) }
    }
    let made = FoundSlot(slot: slot, bindings: link.bindings)
    return plan.derived.withLock { derived in
      if let known = derived[question] { return known }
      derived[question] = made
      return made
    }
  }

  private func need<Value>(for key: Key<Value>) -> DeclaredNeed {
    let request = DeclaredNeed(key)
    return request.mayBeClosure ? Closures(plan.entries, askedFor: [request]).resolve(request) : request
  }
}

// The causes that only a plan knows.
extension ResolutionError {
  /// - Parameter requester: The index of the binding whose code asks; `nil` for the program.
  static func missing(_ key: Graph.Key, in wiring: Wiring, askedBy requester: Int? = nil) -> ResolutionError {
    let near = wiring.nearMisses(for: key, askedBy: requester)
    let other =
      wiring.otherName(for: key).map { ", resolve the one named \($0.quoted)" }
      ?? near.optional.map { ", resolve \($0), which may be nil" } ?? ""
    return unbound(key, similar: near.texts, remedy: "bind it in a module" + other)
  }

  fileprivate static func unbound(_ key: Graph.Key, similar: [String], remedy: String) -> ResolutionError {
    ResolutionError(
      .missing, key, "nothing is bound for \(key.quoted)", similar: similar, help: "\(remedy), or use resolveIfBound(_:)")
  }
}

extension Container {
  /// The slot and the bind of a key that is bound as it is, or whose type carries a bind; without its decorators, which have no steps for a new value.
  ///
  /// - Throws: `ResolutionError` with code `.missing`.
  package func bound(to key: Graph.Key) throws(ResolutionError) -> (slot: Slot, item: BindContent) {
    guard let binding = try boundOrCarried(key)?.binding, case let plan = wholePlan,
      case let base = plan.wiring.base(of: binding),
      let slot = plan.slots[base]
    else { throw ResolutionError.missing(key, in: plan.wiring).from(owner.family) }
    return (slot, plan.entries[base].item)
  }

  /// The slot and the binding of a key that is bound as it is, or whose type carries a bind; `nil` when there is none.
  ///
  /// - Throws: `ResolutionError` with code `.missing` when what a carried bind needs is not there.
  func boundOrCarried(_ key: Graph.Key) throws(ResolutionError) -> (slot: Slot, binding: Int)? {
    if let found = planned(key) { return found }
    return try extend(for: [key]) ? planned(key) : nil
  }

  /// Adds the bind that a type carries, with all that it needs, to the plan; begins again when another thread has added some meanwhile.
  ///
  /// - Parameter keys: The keys that would answer, outermost layer first.
  /// - Returns: Whether a type carries a bind.
  /// - Throws: `ResolutionError` with code `.missing` when what it needs is not there.
  private func extend(for keys: [Graph.Key]) throws(ResolutionError) -> Bool {
    // The types' binds are code of the user's, which may ask this container.
    let thread = ThreadState.current
    guard let own = thread.unclaimed({ ImplicitBind.item(for: keys, bound: []) }) else { return false }
    while true {
      let known = extended.withLock { $0 }
      let base = known ?? plan
      if keys.contains(where: { base.slot($0) != nil }) { return true }
      var collector = base.collector(standIns: input.standIns)
      thread.unclaimed { collector.addImplicit(for: [keys]) }
      let draft = Draft(collector, Wiring(collector.graph(input.roots)), over: base, isExtension: true, tracker: own.tracker)
      guard draft.report.isValid else {
        let (report, key) = (draft.report, keys[0])
        let carrier = own.content.declaration.key.quoted
        throw ResolutionError(report, key, "\(carrier) carries its own binding", underlying: GraphError(report)).from(
          owner.family)
      }
      let plan = Plan(draft, over: base, owner: owner)
      let isNext = extended.withLock { extended in
        guard extended === known else { return false }
        extended = plan
        return true
      }
      if isNext { return true }
    }
  }
}
