// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What a thread makes for a member that has a plain cell, while nothing leads reads the long way: nearly all that a component for one
/// request makes. Nothing is locked, and nothing is looked up, unless threads meet.
@usableFromInline
struct MemberBuild {
  let cell: MemberCell
  fileprivate let entry: UnsafeMutablePointer<MemberTable.Entry>
  fileprivate let thread: MemberThread
  /// Where the value of a single member is to be put.
  @usableFromInline let place: UnsafeMutableRawPointer
}

extension Instances {
  /// Begins to make what a member has at an entry.
  ///
  /// - Returns: `nil` when something is to be known that only the long way looks at. Nothing has begun then.
  @usableFromInline @inline(never)
  func begin(_ entry: UnsafeMutablePointer<MemberTable.Entry>, in scope: MemberScope) -> MemberBuild? {
    let thread = MemberThread(threads)
    let cell = MemberCell(at: entry.object)
    guard !activity.isRerouted, !cell.isForgotten, cell.isPlain, cell.scope == scope, !closers.isClosed,
      !thread.isStackNearlyUsedUp
    else { return nil }
    let isFirst = begin(cell)
    if scope == .single {
      guard case .build = cell.body.pointee.gate.enter(as: .current) else { return nil }
    } else if !isFirst, !cell.member.takesArguments, MemberChain(thread, nil).contains(cell) {
      return nil
    }
    if let reader = thread.innermost { reader.pointee.note(cell, of: self) } else { cell.note.noteRoot() }
    thread.push(MemberFrame(self, cell), activity)
    return MemberBuild(cell: cell, entry: entry, thread: thread, place: cell.address + cell.member.header)
  }

  /// Ends to make a single member, whose value is in its place, and sees to it that the value is closed with the component.
  ///
  /// - Throws: When the component has closed meanwhile; then the value is closed at once, and must not be handed out.
  @usableFromInline @inline(never)
  func finish(_ build: MemberBuild, _ closer: (@Sendable (UnsafeMutableRawPointer) -> Void)?) throws(ResolutionError) {
    build.thread.pop(activity)
    let (cell, place) = (build.cell, build.place)
    if let closer { try keep(cell, closer) }
    cell.body.pointee.memory.store(place, ordering: .releasing)
    build.entry.pointee.ready.store(place, ordering: .releasing)
    if !cell.body.pointee.gate.finish(as: .current, ready: true) { finish(cell, in: place) }
  }

  private func keep(_ cell: MemberCell, _ closer: @escaping MemberCell.Closer) throws(ResolutionError) {
    cell.closes(by: closer)
    if closers.add(cell) { return }
    let error = cell.refuse()
    abandon(cell, error)
    throw error
  }

  /// Ends to make a transient member, and lets later reads take the short way, because its needs are known.
  @usableFromInline @inline(never)
  func finish(_ build: MemberBuild) {
    build.thread.pop(activity)
    build.cell.body.pointee.memory.store(build.cell.address, ordering: .releasing)
    build.entry.pointee.ready.store(build.cell.address, ordering: .releasing)
  }

  /// Ends a build whose factory has failed.
  ///
  /// - Returns: What is to be thrown.
  @usableFromInline @inline(never)
  func fail(_ build: MemberBuild, _ error: any Error) -> ResolutionError {
    build.thread.pop(activity)
    let error = ResolutionError(error, through: build.cell.step)
    if build.cell.isShared { abandon(build.cell, error) }
    return error
  }
}
