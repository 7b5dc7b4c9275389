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
  private(set) var table: MemberTable
  /// How many members the table has.
  private var count = 0
  private var keyed: [Keyed: MemberCell] = [:]
  private var replacements: [Target: Replacement] = [:]
  private var lastCell: MemberCell?
  private var firstNote: MemberNote?
  private var lastNote: MemberNote?
  private var noteCount = 0
  /// Whether a member that gets a cell may have a note already.
  private var mayBeNoted = false

  init(in arena: MemberArena) {
    self.arena = arena
    let capacity = 32
    table = MemberTable(in: self.arena.allocate(byteCount: MemberTable.byteCount(capacity), alignment: 8), capacity: capacity)
  }

  /// Lets go of all values, and hands over the memory that is to be freed.
  func destroy() -> MemberArena {
    var cell = lastCell
    while let current = cell {
      cell = current.body.pointee.next
      current.destroy()
    }
    return arena
  }

  // MARK: Cells

  func cell(_ member: Member, _ key: MemberKey?) -> MemberCell? {
    if let key { return keyed[Keyed(member: member, key: key)] }
    return entry(of: member)?.pointee.object.load(ordering: .relaxed).map { MemberCell(at: $0) }
  }

  /// Adds the cell of a member that has none.
  ///
  /// - Parameters:
  ///   - noted: The member's note, where other instances than these keep it.
  ///   - builder: The thread that makes the value of a single member at once.
  mutating func add(
    _ member: Member, _ key: MemberKey?, in scope: MemberScope, _ sharing: MemberCell.Sharing, inherited: Replacement?,
    noted: MemberNote?, builder: ThreadID
  ) -> MemberCell {
    let note = noted ?? note(of: member, in: scope, isNew: key == nil && !mayBeNoted)
    let cell = MemberCell(
      MemberCell.Body(
        member: member, scope: scope, sharing: sharing, note: note,
        special: special(key, replacement(for: member.id, key) ?? inherited), work: arena.allocate(InstanceState.self),
        closing: arena.allocate(MemberCell.Closing?.self),
        place: scope == .single ? arena.allocate(byteCount: member.size, alignment: member.alignment) : nil, next: lastCell),
      &arena)
    if case .single = sharing { _ = cell.enter(as: builder) }
    lastCell = cell
    if let key {
      keyed[Keyed(member: member, key: key)] = cell
      mayBeNoted = true
    } else {
      place(cell)
    }
    return cell
  }

  private func special(_ key: MemberKey?, _ replacement: Replacement?) -> MemberCell.Special? {
    key == nil && replacement == nil ? nil : MemberCell.Special(key, replacement)
  }

  private mutating func place(_ cell: MemberCell) {
    if let entry = entry(of: cell.member) {
      return entry.pointee.object.store(cell.address, ordering: .releasing)
    }
    if table.isFull(count) { grow() }
    table.insert(cell.member.site, cell.member.site.pointee.line, cell.address)
    count += 1
  }

  private func entry(of member: Member) -> UnsafeMutablePointer<MemberTable.Entry>? {
    let site = member.site.pointee
    return table.find(site, site.line)
  }

  /// Makes a larger table. The old one stays: a reader may still be in it.
  private mutating func grow() {
    let old = table
    let capacity = old.capacity * 2
    table = MemberTable(in: arena.allocate(byteCount: MemberTable.byteCount(capacity), alignment: 8), capacity: capacity)
    count = table.insert(contentsOf: old) { $0.line }
  }

  /// Lets reads of the cell's member take the short way.
  func publish(_ cell: MemberCell, _ memory: UnsafeMutableRawPointer) {
    cell.body.pointee.memory.store(memory, ordering: .releasing)
    guard cell.key == nil, let entry = entry(of: cell.member) else { return }
    if entry.pointee.object.load(ordering: .relaxed) == cell.address { entry.pointee.ready.store(memory, ordering: .releasing) }
  }

  /// Forgets the instances of some members, and all that are not finished: they may be in the midst of reading one of these.
  mutating func forget(_ members: Set<MemberID>) {
    mayBeNoted = true
    var next = lastCell
    while let cell = next {
      next = cell.body.pointee.next
      guard !cell.isForgotten, members.contains(cell.member.id) || !cell.isFinished else { continue }
      cell.body.pointee.isForgotten.store(true, ordering: .relaxed)
      if let key = cell.key {
        keyed[Keyed(member: cell.member, key: key)] = nil
      } else if let entry = entry(of: cell.member) {
        entry.pointee.ready.store(nil, ordering: .releasing)
        entry.pointee.object.store(nil, ordering: .releasing)
      }
    }
  }

  /// The member that has made an object, if it is not the given one.
  func member(holding object: AnyObject, except target: Target) -> Member? {
    var next = lastCell
    while let cell = next {
      next = cell.body.pointee.next
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
    let note = MemberNote(member, in: scope, index: noteCount, &arena)
    noteCount += 1
    if let lastNote { lastNote.links.pointee.next = note } else { firstNote = note }
    lastNote = note
    return note
  }

  mutating func note(_ reader: MemberNote, reads need: ObservedMember.Node) { reader.add(need, &arena) }

  /// The members in the order in which they were first read.
  func observed(in number: UInt) -> [ObservedMember] {
    var notes: [MemberNote] = []
    var next = firstNote
    while let note = next {
      notes.append(note)
      next = note.links.pointee.next
    }
    return notes.map { $0.observed(in: number, notes) }
  }
}
