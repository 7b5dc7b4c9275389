// SPDX-License-Identifier: Apache-2.0

/// Modules, checked as a whole and compiled once, plus the shared instances that they make.
///
/// A container never changes: its bindings are fixed when it is made. It may be used from any thread.
///
/// ```swift
/// let container = try Container(CarModule(profile: production))
/// let car = try container.resolve(Car.self)
/// ```
public final class Container: Sendable {
  /// The diagnostics of the checks; only warnings, because an error prevents the container.
  public let report: Report
  @usableFromInline let table: SlotTable
  /// What the container was made from.
  let input: PlanInput
  /// Holds all slots but those that are found later.
  package let plan: Plan
  /// The plan with the binds that were found on types and requested without being needed by any other bind.
  let extended = Lock<Plan?>(nil)
  package let owner: ContainerContext
  /// The position in the order of what was opened in the parent.
  let number: Int
  let observed = Lock<Set<Graph.ObservedEdge>>([])

  init(_ draft: Draft, of input: PlanInput, owner: ContainerContext) {
    (report, self.input, self.owner) = (draft.report, input, owner)
    plan = Plan(draft, over: input.parent?.plan, owner: owner)
    table = plan.table
    number = input.parent?.lifetime.nextOpening() ?? 0
    owner.adopt(self)
  }

  deinit { if parent != nil { drop() } }

  /// The container over which this one was made.
  package var parent: Container? { input.parent }

  /// The plan, together with the binds that were found on types and have joined since.
  package var wholePlan: Plan { extended.withLock { $0 } ?? plan }

  /// The slot and the binding that answer a key that is bound as it is; `nil` when it is not.
  func planned(_ key: Graph.Key) -> (slot: Slot, binding: Int)? { plan.slot(key) ?? extended.withLock { $0 }?.slot(key) }

  /// The first recorder among the observers; `nil` when there is none. A container that is made from another one's modules has the same.
  package var recorder: RecordingObserver? { owner.observers?.recorder }

  /// Whether an owner is that of this container or of a parent: then its open scopes have a cell for all of the owner's slots.
  func sees(_ other: ContainerContext) -> Bool { owner === other || parent?.sees(other) ?? false }
}

extension Graph.ObservedEdge: Inert {}
