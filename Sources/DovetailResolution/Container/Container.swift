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
  @usableFromInline let table: RootTable
  let names: NameTable
  package let owner: Owner
  let shapes: ScopeShapes
  /// The plan, which holds all slots.
  package let finder: any SlotFinder
  /// The container over which this one was made.
  package let parent: Container?
  /// The first recorder among the observers; `nil` when there is none. A container that is made from another one's modules has the same.
  package var recorder: RecordingObserver? { owner.observers?.recorder }
  package let seat = CloseRecord.Seat()
  package let observed = Lock<Set<Graph.ObservedEdge>>([])

  package init(
    _ report: Report, _ table: RootTable, _ shapes: ScopeShapes, _ finder: any SlotFinder, owner: Owner,
    over parent: Container?
  ) {
    self.report = report
    names = NameTable()
    self.table = table
    self.shapes = shapes
    self.finder = finder
    self.owner = owner
    self.parent = parent
    owner.adopt(self)
  }

  deinit { if let parent { drop(inside: parent) } }

  /// Whether an owner is that of this container or of a parent: then its open scopes have a place for all of the owner's slots.
  func sees(_ other: Owner) -> Bool { owner === other || parent?.sees(other) ?? false }
}

extension Graph.ObservedEdge: Inert {}
