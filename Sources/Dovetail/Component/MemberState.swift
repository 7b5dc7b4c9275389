// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The cells of a component, what replaces some of its members, and what was seen of them; without any lock.
// SAFETY: what the pointers lead to is only touched under the lock around the state, where its own file does not say otherwise.
struct MemberState: @unchecked Sendable {
  /// What an override is for.
  struct Target: Hashable, Sendable {
    let member: MemberID
    let key: MemberKey?
  }

  private var arena: MemberArena
  /// None before the first read.
  private(set) var table: MemberTable?
  /// Learns which members components of this one's type have. It is never freed.
  private var planner: Unmanaged<MemberPlanner>?
  /// How many members the table has.
  private var count = 0
  private var cells = MemberCells()
  private var firstNote: MemberNote?
  private var lastNote: MemberNote?
  private var noteCount = 0
  private var extras: UnsafeMutablePointer<MemberExtras>?
  /// Whether a member that gets a cell may have a note already.
  private var mayBeNoted = false

  init(in arena: MemberArena) { self.arena = arena }

  /// What is to be let go when the component goes.
  struct Remains {
    fileprivate let cells: MemberCells
    fileprivate let extras: UnsafeMutablePointer<MemberExtras>?
    let arena: MemberArena

    func destroy(_ threads: ThreadPointer) {
      cells.destroy(threads)
      extras?.deinitialize(count: 1).deallocate()
    }
  }

  var remains: Remains { Remains(cells: cells, extras: extras, arena: arena) }

  /// What most components never have, made when the first of it comes.
  private mutating func withExtras<Result>(_ body: (inout MemberExtras) -> Result) -> Result {
    let extras = extras ?? .allocate(capacity: 1)
    if self.extras == nil { extras.initialize(to: MemberExtras()) }
    self.extras = extras
    return body(&extras.pointee)
  }

  // MARK: Cells

  func cell(_ member: Member, _ key: MemberKey?) -> MemberCell? {
    if let key { return extras?.pointee.keyed[MemberExtras.Keyed(member: member, key: key)] }
    return entry(of: member)?.cell
  }

  /// Makes the table when the first member is read, with a cell for each that components of this type are known to have.
  ///
  /// - Parameter planner: Knows them; none where cells may differ from what is planned.
  mutating func begin(_ planner: MemberPlanner?, _ thread: ThreadPointer) {
    guard table == nil else { return }
    self.planner = planner.map { .passUnretained($0) }
    let plan = planner?.plan ?? .empty
    let block = plan.copy(MemberThread(thread))
    cells = MemberCells(plan, in: block)
    count = plan.items.count
    noteCount = count
    table = plan.table(in: block)
  }

  private mutating func makeTable(capacity: Int) -> MemberTable {
    MemberTable(in: arena.allocate(byteCount: MemberTable.byteCount(capacity), alignment: 8), capacity: capacity)
  }

  /// Adds the cell of a member that has none.
  ///
  /// - Parameter noted: The member's note, where other instances than these keep it.
  mutating func add(
    _ member: Member, _ key: MemberKey?, in scope: MemberScope, _ sharing: MemberCell.Sharing, inherited: Replacement?,
    noted: MemberNote?
  ) -> MemberCell {
    let note = noted ?? note(of: member, in: scope, isNew: key == nil && !mayBeNoted)
    let special = special(key, replacement(for: member.id, key) ?? inherited)
    let memory = arena.allocate(byteCount: MemberCell.byteCount(member, in: scope), alignment: member.cellAlignment)
    let cell = MemberCell(at: memory, of: member, note, in: scope, sharing, special)
    cells.add(cell)
    if let key {
      withExtras { $0.keyed[MemberExtras.Keyed(member: member, key: key)] = cell }
      mayBeNoted = true
    } else {
      place(cell)
      if special == nil, sharing.isPlain, scope == member.scope, member.isFirstPlace {
        planner?._withUnsafeGuaranteedRef { $0.add(member) }
      }
    }
    return cell
  }

  private func special(_ key: MemberKey?, _ replacement: Replacement?) -> MemberCell.Special? {
    key == nil && replacement == nil ? nil : MemberCell.Special(key, replacement)
  }

  private mutating func place(_ cell: MemberCell) {
    let table = roomyTable()
    table.insert(cell.member.site, cell.member.site.pointee.line, cell.address)
    count += 1
  }

  private func entry(of member: Member) -> UnsafeMutablePointer<MemberTable.Entry>? {
    let site = member.site.pointee
    return table?.find(site, site.line)
  }

  /// The table; another one when it is full, which is larger if that is not with what it has forgotten. The old one stays: a reader may
  /// still be in it.
  private mutating func roomyTable() -> MemberTable {
    let old = table ?? makeTable(capacity: 32)
    guard old.isFull(count) else { return old }
    let new = makeTable(capacity: old.liveCount * 4 > old.capacity ? old.capacity * 2 : old.capacity)
    count = new.insert(contentsOf: old) { $0.line }
    table = new
    return new
  }

  // MARK: Builds

  /// What ends when the build of another thread does; `nil` when it has ended meanwhile.
  mutating func join(_ cell: MemberCell) -> Flight? {
    withExtras { $0.flights.join(cell, at: cell.body.pointee.gate, cell.step) }
  }

  /// Ends the build of this thread.
  ///
  /// - Returns: What others wait for, if there are any; the caller finishes it.
  mutating func open(_ cell: MemberCell, as thread: ThreadID, ready: Bool) -> Flight? {
    if cell.body.pointee.gate.finish(as: thread, ready: ready) { return nil }
    cell.body.pointee.gate.open(ready: ready)
    return extras?.pointee.flights.removeValue(forKey: cell)
  }

  /// Lets reads of the cell's member take the short way.
  func publish(_ cell: MemberCell, _ memory: UnsafeMutableRawPointer) {
    cell.body.pointee.memory.store(memory, ordering: .releasing)
    guard cell.key == nil, let entry = entry(of: cell.member) else { return }
    if entry.cell == cell { entry.pointee.ready.store(memory, ordering: .releasing) }
  }

  /// Forgets the instances of some members, and all that are not finished: they may be in the midst of reading one of these.
  mutating func forget(_ members: Set<MemberID>) {
    mayBeNoted = true
    for cell in cells {
      guard !cell.isForgotten, members.contains(cell.member.id) || !cell.isFinished else { continue }
      cell.body.pointee.isForgotten.store(true, ordering: .relaxed)
      if let key = cell.key {
        withExtras { $0.keyed[MemberExtras.Keyed(member: cell.member, key: key)] = nil }
      } else if let entry = entry(of: cell.member) {
        entry.pointee.forget()
      }
    }
  }

  /// The member that has made an object, if it is not the given one.
  func member(holding object: AnyObject, except target: Target) -> Member? {
    cells.first { !$0.isForgotten && $0.member.id != target.member && $0.holds(object) }?.member
  }

  // MARK: Replacements

  /// What replaces a member; the replacement of all its instances counts for each.
  func replacement(for member: MemberID, _ key: MemberKey?) -> Replacement? {
    guard let replacements = extras?.pointee.replacements, !replacements.isEmpty else { return nil }
    let exact = replacements[Target(member: member, key: key)]
    return exact ?? (key == nil ? nil : replacements[Target(member: member, key: nil)])
  }

  mutating func replace(_ target: Target, with replacement: Replacement) {
    withExtras { $0.replacements[target] = replacement }
  }

  // MARK: Notes

  /// The note of a member, made when it was not met before.
  mutating func note(of member: Member, in scope: MemberScope, isNew: Bool = false) -> MemberNote {
    if !isNew || !member.isFirstPlace {
      mayBeNoted = true
      if let note = notes.first(where: { $0.id == member.id }) { return note }
    }
    let width = MemberNote.maximalWidth
    let memory = arena.allocate(byteCount: MemberNote.byteCount(width), alignment: MemoryLayout<UInt>.alignment)
    let note = MemberNote(at: memory, member, in: scope, index: noteCount, width: width)
    noteCount += 1
    if let lastNote { lastNote.links.pointee.next = note } else { firstNote = note }
    lastNote = note
    return note
  }

  /// The notes of all members, read or not: those that were planned, then the others in the order in which they were made.
  private var notes: some Sequence<MemberNote> {
    var next = firstNote
    let added = AnyIterator {
      defer { next = next?.links.pointee.next }
      return next
    }
    return [cells.plannedNotes, Array(added)].joined()
  }

  mutating func note(_ reader: MemberNote, reads need: ObservedMember.Node) { reader.add(need, &arena) }

  /// The members in the order in which they were first read.
  func observed(in number: UInt) -> [ObservedMember] {
    let read = notes.filter { $0.order != 0 }.sorted { ($0.order, $0.index) < ($1.order, $1.index) }
    return read.map { $0.observed(in: number, read) }
  }
}
