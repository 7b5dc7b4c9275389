// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What a thread makes for a member that has a plain cell, while nothing leads reads the long way: nearly all that a component for one
/// request makes. Nothing is locked, and nothing is looked up, unless threads meet.
struct MemberBuild {
  let cell: MemberCell
  fileprivate let entry: UnsafeMutablePointer<MemberTable.Entry>
  fileprivate let thread: MemberThread

  /// Where the value of a single member is to be put.
  var place: UnsafeMutableRawPointer { cell.address + cell.member.header }
}

extension Instances {
  /// Begins to make what a member has at an entry.
  ///
  /// - Returns: `nil` when something is to be known that only the long way looks at. Nothing has begun then.
  @inline(never)
  func begin(_ entry: UnsafeMutablePointer<MemberTable.Entry>, in scope: MemberScope) -> MemberBuild? {
    guard !activity.isRerouted, let cell = entry.pointee.cell, cell.isPlain, cell.scope == scope, !closers.isClosed,
      !Stack.isNearlyUsedUp
    else { return nil }
    let build = MemberBuild(cell: cell, entry: entry, thread: MemberThread(threads))
    let isFirst = begin(cell)
    if scope == .single {
      guard case .build = cell.body.pointee.gate.enter(as: .current) else { return nil }
    } else if !isFirst, !cell.member.takesArguments, MemberChain(build.thread, nil).contains(cell) {
      return nil
    }
    if let reader = build.thread.innermost { reader.pointee.note(cell, of: self) } else { cell.note.noteRoot() }
    build.thread.push(MemberFrame(instances: .passUnretained(self), cell: cell, task: nil), activity)
    return build
  }

  /// Notes that the factory has ended.
  func end(_ build: MemberBuild) { build.thread.pop(activity) }

  /// Shows the value of a single member, which is in its place.
  func finish(_ build: MemberBuild) {
    let (cell, place) = (build.cell, build.place)
    cell.body.pointee.memory.store(place, ordering: .releasing)
    build.entry.pointee.ready.store(place, ordering: .releasing)
    if !cell.body.pointee.gate.finish(as: .current, ready: true) { finish(cell, in: place) }
  }

  /// Lets later reads of a transient member take the short way, because its needs are known.
  func settle(_ build: MemberBuild) {
    build.cell.body.pointee.memory.store(build.cell.address, ordering: .releasing)
    build.entry.pointee.ready.store(build.cell.address, ordering: .releasing)
  }

  /// Ends a build whose factory has failed.
  ///
  /// - Returns: What is to be thrown.
  @inline(never)
  func fail(_ build: MemberBuild, _ error: any Error) -> ResolutionError {
    end(build)
    let error = ResolutionError(error, through: build.cell.step)
    if build.cell.isShared { abandon(build.cell, error) }
    return error
  }

  /// Puts a value that was just made into its place, and sees to it that it is closed with the component. When that has closed meanwhile, the
  /// value is closed at once and not handed out.
  func keep<Value>(
    _ value: Value, _ build: MemberBuild, _ closer: @escaping MemberCell.Closer
  ) throws(ResolutionError) {
    build.cell.put(value, closer)
    if closers.add(build.cell) { return }
    let error = build.cell.refuse()
    abandon(build.cell, error)
    throw error
  }
}
