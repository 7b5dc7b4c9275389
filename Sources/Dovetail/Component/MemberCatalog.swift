// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Every place of a member that was ever read in this process, so that what there is to know of it is found out once, however many
/// components are made.
// SAFETY: `table` leads to a table that is never freed, because a reader may still be in one that was outgrown; the state is locked.
final class MemberCatalog: @unchecked Sendable {
  private static let all = MemberCatalog()

  private let state = Lock(CatalogState())
  private let table = MemberTable.Current()

  /// The place of a declaration.
  ///
  /// - Parameter scope: How the member is shared there.
  static func member(_ declaration: MemberDeclaration, in scope: MemberScope) -> Member {
    all.member(declaration, in: scope)
  }

  private func member(_ declaration: MemberDeclaration, in scope: MemberScope) -> Member {
    let site = declaration.site
    if let known = table.load()?.member(site) { return known }
    return state.withLock { state in
      if let known = state.table.member(site) { return known }
      let member = state.member(declaration, in: scope)
      state.place(member, at: site)
      table.store(state.table)
      return member
    }
  }
}

extension MemberTable {
  fileprivate func member(_ site: MemberSite) -> Member? {
    find(site, site.hash).map { Member(at: $0.object) }
  }
}

/// What the catalog knows, without its lock.
private struct CatalogState: Sendable {
  /// A member, wherever in its body it asks.
  private struct Texts: Hashable {
    let owner: ObjectIdentifier
    let value: ObjectIdentifier
    let name: String
    let fileID: String
  }

  private struct Place: Hashable {
    let texts: Texts
    let line: UInt
    let column: UInt
    let actor: ObjectIdentifier?
  }

  private(set) var table = CatalogState.makeTable(capacity: 256)
  private var count = 0
  private var members: [Place: Member] = [:]
  private var ids: [Texts: MemberID] = [:]
  /// By the type of the component or part.
  private var planners: [ObjectIdentifier: MemberPlanner] = [:]

  private static func makeTable(capacity: Int) -> MemberTable {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: MemberTable.byteCount(capacity), alignment: 16)
    return MemberTable(in: memory, capacity: capacity)
  }

  private static func copy(_ site: MemberSite) -> UnsafePointer<MemberSite> {
    let copy = UnsafeMutablePointer<MemberSite>.allocate(capacity: 1)
    copy.initialize(to: site)
    return UnsafePointer(copy)
  }

  /// The member; texts that are copies of each other lead to one.
  mutating func member(_ declaration: MemberDeclaration, in scope: MemberScope) -> Member {
    let texts = Texts(
      owner: ObjectIdentifier(declaration.owner), value: ObjectIdentifier(declaration.value),
      name: declaration.name.description, fileID: declaration.fileID.description)
    let place = Place(texts: texts, line: declaration.line, column: declaration.column, actor: declaration.actor)
    if let member = members[place] { return member }
    let known = ids[texts]
    let id = known ?? MemberID(number: ids.count)
    ids[texts] = id
    let planner = planners[texts.owner] ?? MemberPlanner()
    planners[texts.owner] = planner
    let member = Member(new: declaration, id, isFirstPlace: known == nil, in: scope, planner)
    members[place] = member
    return member
  }

  mutating func place(_ member: Member, at site: MemberSite) {
    if table.isFull(count) { grow() }
    count += 1
    let known = site.isSame(as: member.site) ? member.site : CatalogState.copy(site)
    table.insert(known, site.hash, member.address)
  }

  private mutating func grow() {
    let old = table
    table = CatalogState.makeTable(capacity: old.capacity * 2)
    count = table.insert(contentsOf: old) { $0.hash }
  }
}
