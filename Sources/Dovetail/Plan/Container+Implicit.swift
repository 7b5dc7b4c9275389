// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// The slot and the bind of a key that is bound as it is, or whose type carries a bind; without its decorators, which have no steps for a new value.
  ///
  /// - Throws: `ResolutionError` with code `.missing`.
  package func bound(to key: Graph.Key) throws(ResolutionError) -> (slot: Slot, item: BindContent) {
    if made.planned(key) == nil { _ = try extend(for: key, with: [key]) }
    guard let binding = made.planned(key)?.binding, case let plan = wholePlan, case let base = plan.wiring.base(of: binding),
      let slot = plan.slots[base]
    else { throw ResolutionError.missing(key, in: plan.wiring).from(owner.family) }
    return (slot, plan.entries[base].item)
  }

  /// Adds the bind that a type carries, with all that it needs, to the plan; begins again when another thread has added some meanwhile.
  ///
  /// - Parameter keys: The keys that would answer, outermost layer first.
  /// - Returns: Whether a type carries a bind.
  /// - Throws: `ResolutionError` with code `.missing` when what it needs is not there.
  func extend(for key: Graph.Key, with keys: [Graph.Key]) throws(ResolutionError) -> Bool {
    guard let own = ImplicitBind.item(for: keys, bound: []) else { return false }
    while true {
      let known = made.extended.withLock { $0 }
      let base = known ?? plan
      if keys.contains(where: { base.slot($0) != nil }) { return true }
      // The types' binds are code of the user's, which may ask this container.
      var collector = base.collector(standIns: input.standIns)
      collector.addImplicit(for: [keys])
      let maker = GraphMaker(collector, roots: [], observed: [])
      let draft = Draft(collector, maker, Wiring(maker.graph), over: base, isExtension: true, tracker: own.tracker)
      guard draft.report.isValid else {
        let report = draft.report
        throw ResolutionError(report, key, "\(key.quoted) carries its own binding", underlying: GraphError(report)).from(
          owner.family)
      }
      let plan = Plan(draft, over: base, owner: owner)
      let isNext = made.extended.withLock { extended in
        guard extended === known else { return false }
        extended = plan
        return true
      }
      if isNext {
        // A bind that has joined may contribute to a collection.
        made.derivedSlots.withLock { $0.renew() }
        return true
      }
    }
  }
}
