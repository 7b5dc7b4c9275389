// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The cells of a component, what replaces some of its members, and what was seen of them; without any lock.
// SAFETY: what the pointers lead to is only touched under the lock around the state, where its own file does not say otherwise.
struct MemberState: @unchecked Sendable {
  /// A member, and what tells its instances apart.
  private struct Keyed: Hashable {
    let member: Member
    let key: MemberKey
  }

  /// What an override is for.
  struct Target: Hashable, Sendable {
    let member: MemberID
    let key: MemberKey?
  }

  private var arena: MemberArena
  /// None before the first read.
  private(set) var table: MemberTable?
  /// Learns which members components of this one's type have.
  private var planner: MemberPlanner?
  /// How many members the table has.
  private var count = 0
  private var keyed: [Keyed: MemberCell] = [:]
  private var replacements: [Target: Replacement] = [:]
  private var lastCell: MemberCell?
  private var firstNote: MemberNote?
  private var lastNote: MemberNote?
  private var noteCount = 0
  /// What those wait for who came while a value was being made.
  private var flights: [MemberCell: Flight] = [:]
  /// Whether a member that gets a cell may have a note already.
  private var mayBeNoted = false

  init(in arena: MemberArena) { self.arena = arena }

  /// What is to be let go when the component goes.
  struct Remains {
    fileprivate let lastCell: MemberCell?
    let arena: MemberArena

    func destroy() {
      var cell = lastCell
      while let current = cell {
        cell = current.next
        current.destroy()
      }
    }
  }

  var remains: Remains { Remains(lastCell: lastCell, arena: arena) }

  // MARK: Cells

  func cell(_ member: Member, _ key: MemberKey?) -> MemberCell? {
    if let key { return keyed[Keyed(member: member, key: key)] }
    return entry(of: member)?.pointee.object.load(ordering: .relaxed).map { MemberCell(at: $0) }
  }

  /// Makes the table when the first member is read, with a cell for each that components of this type are known to have.
  ///
  /// - Parameter planner: Knows them; none where cells may differ from what is planned.
  mutating func begin(_ planner: MemberPlanner?) {
    guard table == nil else { return }
    self.planner = planner
    let plan = planner?.plan ?? .empty
    let table = makeTable(capacity: plan.capacity)
    let block = plan.copy(&arena)
    for item in plan.items {
      let (note, cell) = (MemberNote(at: block + item.note), MemberCell(at: block + item.cell))
      add(note)
      cell.link(note, before: lastCell)
      lastCell = cell
      table.fill(item.entry, item.member.site, cell.address)
    }
    count = plan.items.count
    self.table = table
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
    cell.link(note, before: lastCell)
    lastCell = cell
    if let key {
      keyed[Keyed(member: member, key: key)] = cell
      mayBeNoted = true
    } else {
      place(cell)
      if special == nil, sharing.isPlain, scope == member.scope, member.isFirstPlace { planner?.add(member) }
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
    let old = table ?? makeTable(capacity: MemberPlan.empty.capacity)
    guard old.isFull(count) else { return old }
    let new = makeTable(capacity: old.liveCount * 4 > old.capacity ? old.capacity * 2 : old.capacity)
    count = new.insert(contentsOf: old) { $0.line }
    table = new
    return new
  }

  // MARK: Builds

  /// What ends when the build of another thread does; `nil` when it has ended meanwhile.
  mutating func join(_ cell: MemberCell) -> Flight? {
    flights.join(cell, at: cell.body.pointee.gate, cell.step)
  }

  /// Ends the build of this thread.
  ///
  /// - Returns: What others wait for, if there are any; the caller finishes it.
  mutating func open(_ cell: MemberCell, as thread: ThreadID, ready: Bool) -> Flight? {
    if cell.body.pointee.gate.finish(as: thread, ready: ready) { return nil }
    cell.body.pointee.gate.open(ready: ready)
    return flights.removeValue(forKey: cell)
  }

  /// Lets reads of the cell's member take the short way.
  func publish(_ cell: MemberCell, _ memory: UnsafeMutableRawPointer) {
    cell.body.pointee.memory.store(memory, ordering: .releasing)
    guard cell.key == nil, let entry = entry(of: cell.member) else { return }
    if entry.pointee.cell == cell { entry.pointee.ready.store(memory, ordering: .releasing) }
  }

  /// Forgets the instances of some members, and all that are not finished: they may be in the midst of reading one of these.
  mutating func forget(_ members: Set<MemberID>) {
    mayBeNoted = true
    var next = lastCell
    while let cell = next {
      next = cell.next
      guard !cell.isForgotten, members.contains(cell.member.id) || !cell.isFinished else { continue }
      cell.body.pointee.isForgotten.store(true, ordering: .relaxed)
      if let key = cell.key {
        keyed[Keyed(member: cell.member, key: key)] = nil
      } else if let entry = entry(of: cell.member) {
        entry.pointee.forget()
      }
    }
  }

  /// The member that has made an object, if it is not the given one.
  func member(holding object: AnyObject, except target: Target) -> Member? {
    var next = lastCell
    while let cell = next {
      next = cell.next
      if !cell.isForgotten, cell.member.id != target.member, cell.holds(object) { return cell.member }
    }
    return nil
  }

  // MARK: Replacements

  /// What replaces a member; the replacement of all its instances counts for each.
  func replacement(for member: MemberID, _ key: MemberKey?) -> Replacement? {
    if replacements.isEmpty { return nil }
    let exact = replacements[Target(member: member, key: key)]
    return exact ?? (key == nil ? nil : replacements[Target(member: member, key: nil)])
  }

  mutating func replace(_ target: Target, with replacement: Replacement) { replacements[target] = replacement }

  // MARK: Notes

  /// The note of a member, made when it was not met before.
  mutating func note(of member: Member, in scope: MemberScope, isNew: Bool = false) -> MemberNote {
    if !isNew || !member.isFirstPlace {
      mayBeNoted = true
      var next = firstNote
      while let note = next {
        if note.id == member.id { return note }
        next = note.links.pointee.next
      }
    }
    let memory = arena.allocate(byteCount: MemberNote.byteCount, alignment: MemoryLayout<UInt>.alignment)
    let note = MemberNote(at: memory, member, in: scope, index: noteCount)
    add(note)
    return note
  }

  private mutating func add(_ note: MemberNote) {
    noteCount += 1
    if let lastNote { lastNote.links.pointee.next = note } else { firstNote = note }
    lastNote = note
  }

  mutating func note(_ reader: MemberNote, reads need: ObservedMember.Node) { reader.add(need, &arena) }

  /// The members in the order in which they were first read.
  func observed(in number: UInt) -> [ObservedMember] {
    var notes: [MemberNote] = []
    var next = firstNote
    while let note = next {
      if note.order != 0 { notes.append(note) }
      next = note.links.pointee.next
    }
    notes.sort { ($0.order, $0.index) < ($1.order, $1.index) }
    return notes.map { $0.observed(in: number, notes) }
  }
}
