// SPDX-License-Identifier: Apache-2.0

/// One member that a thread is making.
struct MemberFrame {
  let instances: Unmanaged<Instances>
  let cell: MemberCell
  /// The member that is being made asynchronously around it.
  let task: TaskMemberFrame?
}

/// The members that one thread is making, each inside the factory of the one before it.
///
/// One block of memory for every thread that ever made a member, reached by one pointer.
struct MemberThread {
  /// Leads to the running thread's block. Components keep a copy, because asking for a global takes longer than asking for the block.
  static let all = ThreadPointer { block in
    let block = block.assumingMemoryBound(to: Block.self)
    block.pointee.frames.deallocate()
    block.deallocate()
  }

  private struct Block {
    var frames: UnsafeMutablePointer<MemberFrame>
    var capacity: Int
    var count = 0
  }

  private let block: UnsafeMutablePointer<Block>

  /// The running thread's, made when it has none.
  init(_ threads: ThreadPointer) {
    block = threads.value?.assumingMemoryBound(to: Block.self) ?? MemberThread.begin(threads)
  }

  /// The running thread's innermost member.
  static func innermost(_ threads: ThreadPointer) -> UnsafeMutablePointer<MemberFrame>? {
    guard let block = threads.value?.assumingMemoryBound(to: Block.self), block.pointee.count > 0 else { return nil }
    return block.pointee.frames + (block.pointee.count - 1)
  }

  private static func begin(_ threads: ThreadPointer) -> UnsafeMutablePointer<Block> {
    let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    let capacity = 16
    block.initialize(to: Block(frames: .allocate(capacity: capacity), capacity: capacity))
    threads.value = UnsafeMutableRawPointer(block)
    return block
  }

  /// How many members the thread is making.
  var count: Int { block.pointee.count }

  /// The members that the thread is making, outermost first; valid until the next one begins or ends.
  var frames: UnsafeMutablePointer<MemberFrame> { block.pointee.frames }

  func push(_ frame: MemberFrame, _ activity: MemberActivity) {
    if block.pointee.count == block.pointee.capacity { grow() }
    if block.pointee.count == 0 { activity.beginNoting() }
    (block.pointee.frames + block.pointee.count).initialize(to: frame)
    block.pointee.count += 1
  }

  func pop(_ activity: MemberActivity) {
    block.pointee.count -= 1
    (block.pointee.frames + block.pointee.count).deinitialize(count: 1)
    if block.pointee.count == 0 { activity.endNoting() }
  }

  private func grow() {
    let capacity = block.pointee.capacity * 2
    let frames = UnsafeMutablePointer<MemberFrame>.allocate(capacity: capacity)
    frames.moveInitialize(from: block.pointee.frames, count: block.pointee.count)
    block.pointee.frames.deallocate()
    block.pointee.frames = frames
    block.pointee.capacity = capacity
  }
}
