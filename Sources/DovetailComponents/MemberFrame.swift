// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// One member that a thread is making.
struct MemberFrame {
  // Whoever reads the member holds its component, and what notes the read.
  let member: Member.Pointer
  let observations: Unmanaged<Observations>?
  /// The member that is being made asynchronously around it; the running task holds that.
  let task: ObjectIdentifier?
  /// See ``Detours/epoch``.
  var epoch: Int
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
    var frames = GrowingStack<MemberFrame>()
    let stackLimit = Stack.threadLimit
  }

  private let block: UnsafeMutablePointer<Block>

  /// The running thread's, made when it has none.
  init(_ threads: ThreadPointer) {
    block = threads.value?.assumingMemoryBound(to: Block.self) ?? MemberThread.begin(threads)
  }

  private static func begin(_ threads: ThreadPointer) -> UnsafeMutablePointer<Block> {
    let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    block.initialize(to: Block())
    threads.value = UnsafeMutableRawPointer(block)
    return block
  }

  /// Whether too little of the thread's stack is left to make something.
  var isStackNearlyUsedUp: Bool { Stack.isNearlyUsedUp(block.pointee.stackLimit) }

  /// How many members the thread is making.
  var count: Int { block.pointee.frames.count }

  /// The members that the thread is making, outermost first; valid until the next one begins or ends.
  var frames: UnsafeMutablePointer<MemberFrame> { block.pointee.frames.elements }

  func push(_ frame: MemberFrame) { block.pointee.frames.push(frame) }

  func pop() { _ = block.pointee.frames.pop() }
}
