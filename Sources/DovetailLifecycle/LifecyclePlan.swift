// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The steps of a container's starts and stops, one for every binding that the container itself declares.
///
/// Bindings without actions pass on the order, so there are no more edges than needs. Deferred needs have no order: they are resolved on use.
struct LifecyclePlan {
  private let container: Container
  private let plan: Plan
  private let wiring: Wiring
  private let entries: [Collector.Entry]
  private let slots: [Slot?]
  /// The first binding that the container itself declares; those before it are its parents'.
  private let first: Int

  /// Takes the plan together with the bindings that were found on types and have joined since.
  init(_ container: Container) {
    self.container = container
    plan = container.wholePlan
    wiring = plan.wiring
    entries = plan.entries
    slots = plan.slots
    first = container.parent?.plan.entries.count ?? 0
  }

  /// The steps of a start: each waits for the dependencies of its binding.
  ///
  /// - Complexity: O(bindings + needs).
  func starting() -> [LifecycleStep] {
    var steps = (first..<entries.count).map { binding in step(binding, starts(binding) ? startWork(binding) : []) }
    eachNeed { requester, need in
      steps[need].followers.append(requester)
      steps[requester].waits += 1
    }
    return steps
  }

  /// The steps of a stop: each waits until the bindings that need its binding have stopped.
  ///
  /// - Parameter up: The places of the steps that a start has done.
  /// - Complexity: O(bindings + needs).
  func stopping(_ up: Set<Int>) -> [LifecycleStep] {
    var steps = (first..<entries.count).map { binding in
      let isUp = starts(binding) && up.contains(binding - first)
      return step(binding, isUp ? hooks(entries[binding].item.declaration.lifecycle.onStop, binding, .stopping) : [])
    }
    eachNeed { requester, need in
      steps[requester].followers.append(need)
      steps[need].waits += 1
    }
    return steps
  }

  private func eachNeed(_ body: (_ requester: Int, _ need: Int) -> Void) {
    let edges = Edges(wiring)
    for binding in first..<entries.count {
      for place in edges.leaving(binding) where !edges.all[place].isDeferred && edges.all[place].to >= first {
        body(binding - first, edges.all[place].to - first)
      }
    }
  }

  /// Whether a binding is built when its container starts: the container shares it, and it has hooks, is eager or asynchronous. Its decorators are built with
  /// it.
  private func starts(_ binding: Int) -> Bool {
    guard wiring.isActive(binding), wiring.scope(of: binding) == .singleton else { return false }
    let base = entries[wiring.base(of: binding)].item.declaration
    return base.starts || base.isAsync
  }

  private func startWork(_ binding: Int) -> [LifecycleStep.Work] {
    guard let slot = slots[binding] else { return [] }
    let build = LifecycleStep.Work(limit: nil) { [container] in
      defer { withExtendedLifetime(container) {} }
      try await slot.build()
    }
    return [build] + hooks(entries[binding].item.declaration.lifecycle.onStart, binding, .starting)
  }

  private func hooks(_ hooks: [LifecycleHooks.Hook], _ binding: Int, _ activity: Activity) -> [LifecycleStep.Work] {
    guard let slot = slots[binding] else { return [] }
    return hooks.map { hook in
      LifecycleStep.Work(limit: hook.limit) { [container] in
        defer { withExtendedLifetime(container) {} }
        guard let observers = container.owner.observers else { return try await hook.run(slot) }
        try await observers.enclose(activity, of: Event.Subject(slot.step)) { try await hook.run(slot) }
      }
    }
  }

  private func step(_ index: Int, _ work: [LifecycleStep.Work]) -> LifecycleStep {
    LifecycleStep(subject: plan.step(of: index), work: work)
  }
}
