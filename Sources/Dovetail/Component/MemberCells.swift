// SPDX-License-Identifier: Apache-2.0

/// The cells of a component: those that it has begun with, and those that were made later.
struct MemberCells: Sequence {
  /// What there was at the beginning; the block is a copy of what the plan has.
  private let planned: (plan: MemberPlan, block: UnsafeMutableRawPointer)?
  /// The newest of those that were made later; each leads to the one before.
  private var last: MemberCell?

  /// None.
  init() { planned = nil }

  /// Those of a plan.
  ///
  /// - Parameter block: What was copied from the plan.
  init(_ plan: MemberPlan, in block: UnsafeMutableRawPointer) {
    planned = (plan, block)
  }

  mutating func add(_ cell: MemberCell) {
    cell.link(before: last)
    last = cell
  }

  /// The newest first.
  func makeIterator() -> Iterator { Iterator(later: last, planned: planned, left: planned?.plan.items.count ?? 0) }

  struct Iterator: IteratorProtocol {
    fileprivate var later: MemberCell?
    fileprivate let planned: (plan: MemberPlan, block: UnsafeMutableRawPointer)?
    fileprivate var left: Int

    mutating func next() -> MemberCell? {
      if let cell = later {
        later = cell.next
        return cell
      }
      guard left > 0, let planned else { return nil }
      left -= 1
      return MemberCell(at: planned.block + planned.plan.items[left].cell)
    }
  }

  /// Lets go of everything; nobody can read any more.
  func destroy(_ threads: ThreadPointer) {
    var next = last
    while let cell = next {
      next = cell.next
      cell.destroy()
    }
    guard let planned else { return }
    // Nothing of the others holds anything.
    for offset in planned.plan.singles.reversed() { MemberCell(at: planned.block + offset).destroy() }
    MemberThread(threads).keep(planned.block, of: planned.plan)
  }

  /// The notes of the members of the plan, in its order.
  var plannedNotes: [MemberNote] {
    planned.map { planned in planned.plan.items.map { MemberNote(at: planned.block + $0.note) } } ?? []
  }
}
