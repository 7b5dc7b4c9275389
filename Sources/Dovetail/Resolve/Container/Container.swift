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
  /// What the container was made from, and the plan, which holds all slots.
  let made: ContainerPlan
  package let owner: ContainerContext
  /// The container over which this one was made.
  package let parent: Container?
  /// The position in the order of what was opened in the parent.
  let number: Int
  let observed = Lock<Set<Graph.ObservedEdge>>([])

  init(_ report: Report, _ made: ContainerPlan, owner: ContainerContext, over parent: Container?) {
    (self.report, self.made, self.owner, self.parent) = (report, made, owner, parent)
    table = made.plan.table
    number = parent?.lifetime.nextOpening() ?? 0
    owner.adopt(self)
  }

  deinit { if let parent { drop(inside: parent) } }

  /// The first recorder among the observers; `nil` when there is none. A container that is made from another one's modules has the same.
  package var recorder: RecordingObserver? { owner.observers?.recorder }

  /// Whether an owner is that of this container or of a parent: then its open scopes have a cell for all of the owner's slots.
  func sees(_ other: ContainerContext) -> Bool { owner === other || parent?.sees(other) ?? false }
}

extension Graph.ObservedEdge: Inert {}
