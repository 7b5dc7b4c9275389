// SPDX-License-Identifier: Apache-2.0

/// One member that a thread is making.
struct MemberFrame {
  let instances: Unmanaged<Instances>
  let cell: MemberCell
  let note: MemberNote
  /// The member that is being made asynchronously around it; the running task holds that.
  let task: ObjectIdentifier?

  init(_ instances: Instances, _ cell: MemberCell, task: ObjectIdentifier? = nil) {
    self.instances = .passUnretained(instances)
    self.cell = cell
    note = cell.note
    self.task = task
  }
}

/// The members that one thread is making, each inside the factory of the one before it.
///
/// One block of memory for every thread that ever made a member, reached by one pointer.
struct MemberThread {
  /// Leads to the running thread's block. Components keep a copy, because asking for a global takes longer than asking for the block.
  static let all = ThreadPointer { block in
    let block = block.assumingMemoryBound(to: Block.self)
    block.pointee.frames.deallocate()
    block.pointee.spare?.memory.deallocate()
    block.deallocate()
  }

  private struct Block {
    var frames = GrowingStack<MemberFrame>()
    let stackLimit = Stack.threadLimit
    /// What the last component began with that went here, for the next one of its type.
    var spare: (plan: MemberPlan, memory: UnsafeMutableRawPointer)?
    /// Knows the members of the components that were made last. It is never freed.
    var planner: (owner: ObjectIdentifier, planner: Unmanaged<MemberPlanner>)?
  }

  private let block: UnsafeMutablePointer<Block>

  /// The running thread's, made when it has none.
  init(_ threads: ThreadPointer) {
    block = threads.value?.assumingMemoryBound(to: Block.self) ?? MemberThread.begin(threads)
  }

  /// The running thread's innermost member.
  static func innermost(_ threads: ThreadPointer) -> UnsafeMutablePointer<MemberFrame>? {
    threads.value?.assumingMemoryBound(to: Block.self).pointee.frames.last
  }

  /// The innermost member that the thread is making.
  var innermost: UnsafeMutablePointer<MemberFrame>? { block.pointee.frames.last }

  private static func begin(_ threads: ThreadPointer) -> UnsafeMutablePointer<Block> {
    let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    block.initialize(to: Block())
    threads.value = UnsafeMutableRawPointer(block)
    return block
  }

  /// Whether too little of the thread's stack is left to make something.
  var isStackNearlyUsedUp: Bool { Stack.isNearlyUsedUp(block.pointee.stackLimit) }

  /// What knows the members of components with one that a type declares. It is looked up when the thread has made another component last.
  func planner(of owner: ObjectIdentifier, find: () -> MemberPlanner) -> MemberPlanner {
    if let known = block.pointee.planner, known.owner == owner { return known.planner.takeUnretainedValue() }
    let planner = find()
    block.pointee.planner = (owner, .passUnretained(planner))
    return planner
  }

  /// Memory for what a component of a plan begins with, from one that has gone when there is some.
  func takeMemory(for plan: MemberPlan) -> UnsafeMutableRawPointer {
    guard let spare = block.pointee.spare, spare.plan == plan else {
      return .allocate(byteCount: plan.byteCount, alignment: plan.alignment)
    }
    block.pointee.spare = nil
    return spare.memory
  }

  /// Keeps memory that no component uses any more. Of one type only: a thread mostly makes many of one.
  func keep(_ memory: UnsafeMutableRawPointer, of plan: MemberPlan) {
    block.pointee.spare?.memory.deallocate()
    block.pointee.spare = (plan, memory)
  }

  /// How many members the thread is making.
  var count: Int { block.pointee.frames.count }

  /// The members that the thread is making, outermost first; valid until the next one begins or ends.
  var frames: UnsafeMutablePointer<MemberFrame> { block.pointee.frames.elements }

  @inline(__always)
  func push(_ frame: MemberFrame, _ activity: MemberActivity) {
    if block.pointee.frames.count == 0 { activity.beginNoting() }
    block.pointee.frames.push(frame)
  }

  @inline(__always)
  func pop(_ activity: MemberActivity) {
    _ = block.pointee.frames.pop()
    if block.pointee.frames.count == 0 { activity.endNoting() }
  }
}
