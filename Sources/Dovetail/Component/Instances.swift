// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What a component has made: the only thing that every component stores.
///
/// ```swift
/// final class Garage: Component {
///   let instances = Instances()
/// }
/// ```
///
/// When the component is released, so is what it shares. See ``ComponentPart/close()`` for members that have to be closed first.
public final class Instances {
  /// What other components may look at: see ``Neighbourhood``.
  struct Core: ~Copyable {
    let state: Lock<MemberState>
    /// Tells components apart; 0 until one reads the other.
    let number = Atomic<UInt>(0)
    /// How many members were read.
    let order = Atomic<Int>(0)
    var place = Neighbourhood.Place()
  }

  /// The table that reads look into; none before the first read and after the component has closed.
  @usableFromInline let table = MemberTable.Current()
  @usableFromInline let activity = MemberActivity.everywhere
  let threads = MemberThread.all
  let closers = MemberClosers()
  private let core: UnsafeMutablePointer<Core>
  private let isPlanned: Bool

  /// Creates the instances of a component that has made nothing yet.
  public convenience init() { self.init(isPlanned: true) }

  /// - Parameter isPlanned: Whether it may begin with a cell for each member that components of its type are known to have.
  init(isPlanned: Bool) {
    self.isPlanned = isPlanned
    var arena = MemberArena()
    core = arena.allocate(Core.self)
    core.initialize(to: Core(state: Lock(MemberState(in: arena))))
  }

  deinit {
    if core.pointee.number.load(ordering: .acquiring) != 0 { Neighbourhood.remove(core) }
    // Outside the lock, because values may run code when they go.
    let remains = core.pointee.state.withLock { $0.remains }
    remains.destroy(threads)
    core.deinitialize(count: 1)
    remains.arena.deallocate()
  }

  /// Refuses what is asked for after the component has closed.
  func checkIsOpen(for member: Member) throws(ResolutionError) {
    guard closers.isClosed else { return }
    throw .closed(
      "the component '\(TypeName(member.owner))'", Graph.Key(dynamic: member.name.description))
  }

  /// Closes what was made, and leads every read the long way, which knows that.
  func close() {
    closers.close { core.pointee.state.withLock { _ in table.store(nil) } }
  }

  // MARK: Cells

  /// Makes the table for the first read.
  ///
  /// - Parameter planner: Of the member that is read.
  func prepare(_ planner: MemberPlanner) {
    core.pointee.state.withLock { state in
      state.begin(isPlanned ? planner : nil, threads)
      if !closers.isClosed { table.store(state.table) }
    }
  }

  /// The cell of a member that was read, when it is there.
  func existing(_ member: Member, _ key: MemberKey?) -> MemberCell? {
    let found = key == nil ? cell(at: member.site.pointee) : nil
    guard let cell = found ?? core.pointee.state.withLock({ $0.cell(member, key) }) else { return nil }
    return cell.note.order == 0 ? nil : cell
  }

  /// The cell of a place, when it is there already.
  func cell(at site: MemberSite) -> MemberCell? {
    table.load()?.find(site, site.line)?.cell
  }

  /// The cell of a member, made when it is not there.
  ///
  /// - Parameters:
  ///   - inherited: What replaces the member in the instances that these lie over.
  ///   - noted: The note of the member in the instances that these lie over.
  /// - Returns: The cell, and whether the member is read for the first time.
  func cell(
    _ member: Member, _ key: MemberKey?, in scope: MemberScope, inherited: Replacement? = nil,
    noted: MemberNote? = nil,
    sharing: () -> MemberCell.Sharing
  ) -> (cell: MemberCell, isNew: Bool) {
    return core.pointee.state.withLock { state in
      state.begin(isPlanned ? member.planner : nil, threads)
      defer { if !closers.isClosed { table.store(state.table) } }
      if let cell = state.cell(member, key) { return (cell, begin(cell)) }
      let cell = state.add(member, key, in: scope, sharing(), inherited: inherited, noted: noted)
      _ = begin(cell)
      return (cell, true)
    }
  }

  /// Notes that a cell is read.
  ///
  /// - Returns: Whether its member is read for the first time.
  func begin(_ cell: MemberCell) -> Bool { cell.note.begin(core.pointee.order) }

  /// What ends when the build of another thread does; `nil` when it has ended meanwhile.
  func join(_ cell: MemberCell) -> Flight? { core.pointee.state.withLock { $0.join(cell) } }

  /// Ends the build of a cell of these instances, whose value is in its place.
  func finish(_ cell: MemberCell, in place: UnsafeMutableRawPointer) {
    let thread = ThreadID.current
    let flight = core.pointee.state.withLock { state in
      state.publish(cell, place)
      return state.open(cell, as: thread, ready: true)
    }
    flight?.finish(nil)
  }

  /// Ends the build of a cell of these instances, which has failed.
  func abandon(_ cell: MemberCell, _ error: ResolutionError) {
    let thread = ThreadID.current
    core.pointee.state.withLock { $0.open(cell, as: thread, ready: false) }?.finish(error)
  }

  /// Lets reads of a cell of these instances take the short way to a value that is kept elsewhere.
  func publish(_ cell: MemberCell, _ memory: UnsafeMutableRawPointer) {
    core.pointee.state.withLock { $0.publish(cell, memory) }
  }

  // MARK: Replacements

  /// What replaces a member; the replacement of all its instances counts for each.
  func replacement(for member: MemberID, _ key: MemberKey?) -> Replacement? {
    core.pointee.state.withLock { $0.replacement(for: member, key) }
  }

  /// Sets what replaces a member.
  func replace(_ target: MemberState.Target, with replacement: Replacement) {
    core.pointee.state.withLock { $0.replace(target, with: replacement) }
  }

  /// Forgets the instances of some members.
  func forget(_ members: Set<MemberID>) { core.pointee.state.withLock { $0.forget(members) } }

  /// Whether an object is a shared instance of some member other than the given one; that member's name.
  func name(ofMemberHolding object: AnyObject, except target: MemberState.Target) -> String? {
    core.pointee.state.withLock { $0.member(holding: object, except: target) }?.name.description
  }

  // MARK: Notes

  /// The number that tells this component apart from all others that there ever were.
  var number: UInt {
    let number = core.pointee.number.load(ordering: .acquiring)
    return number == 0 ? Neighbourhood.add(core) : number
  }

  /// The note of a member, which is read now.
  func note(of member: Member, in scope: MemberScope) -> MemberNote {
    let note = core.pointee.state.withLock { state in
      state.begin(member.planner, threads)
      return state.note(of: member, in: scope)
    }
    _ = note.begin(core.pointee.order)
    return note
  }

  /// Notes that a member of this component has read one.
  func note(_ reader: MemberNote, reads need: MemberNote, of other: Instances) {
    if other === self, reader.addOwn(need) { return }
    noteElsewhere(reader, reads: need, of: other)
  }

  private func noteElsewhere(_ reader: MemberNote, reads need: MemberNote, of other: Instances) {
    if other !== self { _ = number }
    let need = ObservedMember.Node(component: other === self ? 0 : other.number, member: need.id)
    if other !== self, reader.addForeign(need) { return }
    core.pointee.state.withLock { $0.note(reader, reads: need) }
  }

  /// The members in the order in which they were first read.
  var observed: [ObservedMember] {
    let number = number
    return core.pointee.state.withLock { $0.observed(in: number) }
  }
}

// SAFETY: `core` is made by `init` and freed by `deinit`; in between it is constant, and what it leads to is atomic or behind a lock.
extension Instances: @unchecked Sendable {}
