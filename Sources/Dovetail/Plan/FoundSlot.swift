// SPDX-License-Identifier: Apache-2.0

/// The answer to a request of the program or a resolver.
struct FoundSlot: Sendable {
  let slot: Slot
  /// The bindings that the answer leads to; several for a collection.
  let bindings: [Int]
}

extension Container {
  /// The slot of a key; `nil` when nothing is bound for it.
  ///
  /// - Throws: `ResolutionError` with code `.missing` when a bind that is found on its type has missing needs.
  func find<Value>(_ key: Key<Value>) throws(ResolutionError) -> FoundSlot? {
    if let (slot, binding) = planned(key.graphKey) { return FoundSlot(slot: slot, bindings: [binding]) }
    if let known = made.derivedSlots.withLock({ $0[key.graphKey] }) { return known }
    if !key.isDynamic, key.name == nil,
      try extend(for: key.graphKey, with: ImplicitBind.layers(of: DeclaredNeed(Value.self).need)),
      let (slot, binding) = planned(key.graphKey)
    {
      return FoundSlot(slot: slot, bindings: [binding])
    }
    guard let derived = derive(key) else { return nil }
    return made.derivedSlots.withLock { answers in
      let answer = answers[key.graphKey] ?? derived
      answers[key.graphKey] = answer
      return answer
    }
  }

  /// The slot of a key.
  ///
  /// - Parameter requester: The index of the binding whose factory asks; `nil` for the program.
  /// - Throws: `ResolutionError` with code `.missing`.
  func answer<Value>(_ key: Key<Value>, askedBy requester: Int? = nil) throws(ResolutionError) -> FoundSlot {
    if let found = try find(key) { return found }
    let request = need(for: key)
    // A missing collection has no parts; its element may be bound.
    let isCollection = request.need.wrappers.contains { $0.form == .collection || $0.form == .dictionary }
    let error: ResolutionError =
      isCollection
      ? .noParts(request.need.key, in: plan.wiring, askedBy: requester)
      : .missing(request.need.target, in: plan.wiring, askedBy: requester)
    throw error.from(owner.family)
  }

  /// Makes the slot for a type that is not bound but can be made from one that is: a provider, a collection.
  private func derive<Value>(_ key: Key<Value>) -> FoundSlot? {
    var request = need(for: key)
    guard !request.need.wrappers.isEmpty || request.need.source == .resolver else { return nil }
    request.need.allowsEmpty = true
    let plan = wholePlan
    let link = plan.wiring.link(request.need, of: nil)
    if case .parts(let parts) = link.target, parts.isEmpty { return nil }
    let step = ResolutionError.Step(
      key: key.graphKey, location: .unknown, scope: .transient, module: TypeName(text: "the program"))
    let maker = DerivedMaker(owner: owner, requester: step)
    let need = Linker.LinkedNeed(
      type: request.type, need: request.need, link: link, maker: maker, requester: -1, argumentTypes: [], defaults: nil)
    return Linker(slots: plan.slots, entries: plan.entries).slot(for: need).map { FoundSlot(slot: $0, bindings: link.bindings) }
  }

  private func need<Value>(for key: Key<Value>) -> DeclaredNeed {
    let request = DeclaredNeed(key)
    return request.mayBeClosure ? Closures(plan.entries, askedFor: [request]).resolve(request) : request
  }

  /// Remembers a request of an opaque bind.
  func note(_ answer: FoundSlot, askedBy requester: Int) {
    guard requester >= 0 else { return }
    observed.withLock { observed in
      for binding in answer.bindings { observed.insert(Graph.ObservedEdge(from: requester, to: binding)) }
    }
  }
}
