// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The steps of a container's starts and stops, one for every binding that the container itself declares.
///
/// Bindings without actions pass on the order, so there are no more edges than needs. Deferred needs have no order: they are resolved on use.
struct LifecyclePlan {
  private let container: Container
  private let plan: Plan
  private let wiring: Wiring
  /// The first binding that the container itself declares; those before it are its parents'.
  private let first: Int

  /// Takes the plan together with the bindings that were found on types and have joined since.
  init(_ container: Container) {
    self.container = container
    plan = container.wholePlan
    wiring = plan.wiring
    first = container.parent?.plan.entries.count ?? 0
  }

  /// The steps of a start: each waits for the dependencies of its binding.
  ///
  /// - Complexity: O(bindings + needs).
  func starting() -> [LifecycleStep] {
    var steps = steps { _, slot, declared in [building(slot)] + hooks(declared.onStart, slot, .starting) }
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
    var steps = steps { step, slot, declared in up.contains(step) ? hooks(declared.onStop, slot, .stopping) : [] }
    eachNeed { requester, need in
      steps[requester].followers.append(need)
      steps[need].waits += 1
    }
    return steps
  }

  /// A step for every binding, with work for those that start with the container.
  private func steps(_ work: (_ step: Int, Slot, LifecycleHooks) -> [LifecycleStep.Work]) -> [LifecycleStep] {
    (first..<plan.entries.count).map { binding in
      let slot = starts(binding) ? plan.slots[binding] : nil
      let declared = plan.entries[binding].item.declaration.lifecycle
      return LifecycleStep(subject: plan.step(of: binding), work: slot.map { work(binding - first, $0, declared) } ?? [])
    }
  }

  private func eachNeed(_ body: (_ requester: Int, _ need: Int) -> Void) {
    let edges = Edges(wiring)
    for binding in first..<plan.entries.count {
      for place in edges.leaving(binding) where !edges.all[place].isDeferred && edges.all[place].to >= first {
        body(binding - first, edges.all[place].to - first)
      }
    }
  }

  /// Whether a binding is built when its container starts: the container shares it, and it has hooks, is eager or asynchronous. Its decorators are built with
  /// it.
  private func starts(_ binding: Int) -> Bool {
    guard wiring.isActive(binding), wiring.scope(of: binding) == .singleton else { return false }
    let base = plan.entries[wiring.base(of: binding)].item.declaration
    return base.starts || base.isAsync
  }

  private func building(_ slot: Slot) -> LifecycleStep.Work {
    LifecycleStep.Work(limit: nil) { [container] in
      defer { withExtendedLifetime(container) {} }
      do { try await slot.build() } catch is CancellationError where Task.isCancelled {
        // A cancelled request leaves its factory behind: what that needs may not stop before it has ended.
        await slot.awaitBuild()
        // What was made all the same is up. A cancelled task begins no build.
        try await slot.build()
      }
    }
  }

  private func hooks(_ hooks: [LifecycleHooks.Hook], _ slot: Slot, _ activity: Activity) -> [LifecycleStep.Work] {
    hooks.map { hook in
      LifecycleStep.Work(limit: hook.limit) { [container] in
        defer { withExtendedLifetime(container) {} }
        guard let observers = container.owner.observers else { return try await hook.run(slot) }
        try await observers.enclose(activity, of: Event.Subject(slot.step)) { try await hook.run(slot) }
      }
    }
  }
}
