// SPDX-License-Identifier: Apache-2.0

/// What a container was made from, and the slots that were made for it.
final class ContainerPlan: Sendable {
  let blueprint: Blueprint
  let plan: Plan
  /// The plan with the binds that were found on types and requested without being needed by any other bind.
  let extended = Lock<Plan?>(nil)
  let derivedSlots = Lock<[Graph.Key: FoundSlot]>([:])

  init(_ draft: Draft, of blueprint: Blueprint, owner: Owner) {
    plan = Plan(draft, over: blueprint.parent?.plan, owner: owner)
    self.blueprint = blueprint
  }
}

extension Container {
  // SAFETY: `init(_:)` hands it over, and nothing else makes a container.
  var made: ContainerPlan { unsafeDowncast(kept, to: ContainerPlan.self) }

  var blueprint: Blueprint { made.blueprint }
  package var plan: Plan { made.plan }

  /// The plan, together with the binds that were found on types and have joined since.
  package var wholePlan: Plan { made.extended.withLock { $0 } ?? plan }
}
