// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The cells of a component, and what replaces some of its members.
///
/// `table` only ever points to tables that `state` keeps as long as the store lives.
final class MemberStore: Sendable {
  /// A member, and what tells its instances apart.
  private struct ID: Hashable {
    let member: MemberID
    let line: UInt
    let column: UInt
    let isolation: ObjectIdentifier?
    let key: MemberKey?

    init(_ member: Member, _ key: MemberKey?) {
      self.member = member.id
      line = member.line
      column = member.column
      isolation = member.isolation
      self.key = key
    }
  }

  /// What an override is for.
  struct Target: Hashable, Sendable {
    let member: MemberID
    let key: MemberKey?
  }

  private struct State: Sendable {
    var cells: [ID: MemberCell] = [:]
    var replacements: [Target: Replacement] = [:]
    /// Every table that was ever read: a reader may still be in it.
    var tables: [MemberTable] = []
    /// Cells that were replaced while somebody may still read them.
    var retired: [MemberCell] = []
    var isHidden = false

    func replacement(for member: MemberID, _ key: MemberKey?) -> Replacement? {
      let exact = replacements[Target(member: member, key: key)]
      return exact ?? (key == nil ? nil : replacements[Target(member: member, key: nil)])
    }
  }

  private let table = Atomic<Unmanaged<MemberTable>?>(nil)
  private let state = Lock(State())

  /// The cell of a member that nothing tells apart, when it is there.
  @inline(__always)
  func find(_ member: Member) -> MemberCell? {
    guard let table = table.load(ordering: .acquiring) else { return nil }
    return table._withUnsafeGuaranteedRef { $0.find(member) }
  }

  /// Where the value of a single member is, once it is built.
  @inline(__always)
  func memory(of site: MemberSite) -> UnsafeMutableRawPointer? {
    guard let table = table.load(ordering: .acquiring) else { return nil }
    return table._withUnsafeGuaranteedRef { $0.read(site) { $0.single?.memory } }
  }

  /// Whether a transient member has run to its end once.
  @inline(__always)
  func isSettled(_ site: MemberSite) -> Bool {
    guard let table = table.load(ordering: .acquiring) else { return false }
    return table._withUnsafeGuaranteedRef { $0.read(site) { $0.isSettled } } ?? false
  }

  /// The cell of a member, when it is there.
  func existing(_ member: Member, _ key: MemberKey?) -> MemberCell? {
    guard key != nil else { return find(member) }
    return state.withLock { $0.cells[ID(member, key)] }
  }

  /// The cell of a member, made when it is not there.
  ///
  /// - Parameter inherited: What replaces the member in the store that this one lies over.
  func cell<Value>(
    _ member: Member, _ key: MemberKey?, inherited: Replacement? = nil, holding type: Value.Type,
    sharing: () -> MemberCell.Sharing
  ) -> MemberCell {
    if let cell = existing(member, key) { return cell }
    return state.withLock { state in
      let id = ID(member, key)
      if let cell = state.cells[id] { return cell }
      let replacement = state.replacement(for: member.id, key) ?? inherited
      let cell = MemberCell(member, key, sharing(), replacement, holding: type)
      state.cells[id] = cell
      if key == nil { publish(cell, &state) }
      return cell
    }
  }

  /// What replaces a member; the replacement of all its instances counts for each.
  func replacement(for member: MemberID, _ key: MemberKey?) -> Replacement? {
    state.withLock { $0.replacement(for: member, key) }
  }

  /// Sets or removes what replaces a member, and returns what replaced it before.
  @discardableResult
  func replace(_ target: Target, with replacement: Replacement?) -> Replacement? {
    state.withLock { state in
      defer { state.replacements[target] = replacement }
      return state.replacements[target]
    }
  }

  /// Forgets the instances of some members, and all that are not finished: they may be in the midst of reading one of these.
  func forget(_ members: Set<MemberID>) {
    state.withLock { state in
      let gone = state.cells.filter { members.contains($0.value.member.id) || !$0.value.isFinished }
      for (id, cell) in gone {
        state.cells[id] = nil
        state.retired.append(cell)
      }
      publish(&state)
    }
  }

  /// Whether an object is a shared instance of some member other than the given one; that member's name.
  func name(ofMemberHolding object: AnyObject, except target: Target) -> String? {
    let cells = state.withLock { Array($0.cells.values) }
    return cells.first { $0.member.id != target.member && $0.holds(object) }?.step.key.description
  }

  private func publish(_ cell: MemberCell, _ state: inout State) {
    guard let last = state.tables.last, !last.isFull, !state.isHidden else { return publish(&state) }
    last.insert(cell)
  }

  /// Makes a new table of all cells.
  private func publish(_ state: inout State) {
    guard !state.isHidden else { return }
    let cells = state.cells.values.filter { $0.key == nil }
    var capacity = 16
    while capacity < cells.count * 4 { capacity *= 2 }
    let new = MemberTable(capacity: capacity)
    for cell in cells { new.insert(cell) }
    state.tables.append(new)
    table.store(.passUnretained(new), ordering: .releasing)
  }

  /// Takes all cells out of the readers' way for good, so that everybody asks the slow way, which knows what has happened.
  func hide() {
    state.withLock { state in
      state.isHidden = true
      table.store(nil, ordering: .releasing)
    }
  }
}
