// SPDX-License-Identifier: Apache-2.0

/// The requests that are running on one thread, each inside the factory of the one before it.
///
/// A part of the thread's block, so that a request costs no allocation and two stores.
struct FrameStack {
  private struct Block {
    var frames = GrowingStack<Frame>()
    /// Memory for the arguments of running requests.
    let room: UnsafeMutableRawPointer
    var used = 0
    var claim = ActorClaim()
  }

  /// The size of the room for arguments, in bytes; larger ones are allocated.
  private static let roomSize = 1024

  private let block: UnsafeMutablePointer<Block>

  private init(_ thread: ThreadBlock.Pointer?) {
    let memory = thread?.pointee.requests?.memory
    if likely(memory != nil), let memory {
      block = memory.assumingMemoryBound(to: Block.self)
    } else {
      block = FrameStack.begin()
    }
  }

  /// The requests of the running thread.
  static var current: FrameStack { FrameStack(ThreadBlock.key.block) }

  /// The requests of the running thread, found through any slot.
  @inline(__always)
  static func of(_ slot: Slot) -> FrameStack { FrameStack(slot.threads.block) }

  @inline(never)
  private static func begin() -> UnsafeMutablePointer<Block> {
    let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
    block.initialize(to: Block(room: .allocate(byteCount: roomSize, alignment: 16)))
    ThreadBlock.current.pointee.requests = (
      UnsafeMutableRawPointer(block),
      {
        block.pointee.frames.deallocate()
        block.pointee.room.deallocate()
        block.deallocate()
      }
    )
    return block
  }

  /// Whether the innermost request builds shared parts ahead of their dependents; false outside requests.
  var isBuildingAhead: Bool {
    get { innermost?.pointee.isBuildingAhead ?? false }
    nonmutating set { innermost?.pointee.isBuildingAhead = newValue }
  }

  /// The actor that keeps the values of a request.
  var claim: ActorClaim {
    get { block.pointee.claim }
    nonmutating set { block.pointee.claim = newValue }
  }

  var count: Int { block.pointee.frames.count }

  /// The frame of the outermost request; valid until the next one begins or ends.
  var outermost: UnsafeMutablePointer<Frame>? { block.pointee.frames.count == 0 ? nil : block.pointee.frames.elements }

  /// The frame of the innermost request; valid until the next one begins or ends.
  var innermost: UnsafeMutablePointer<Frame>? { block.pointee.frames.last }

  /// The frame of the request in whose factory the innermost one runs.
  var nextToInnermost: UnsafeMutablePointer<Frame>? {
    let frames = block.pointee.frames
    return frames.count < 2 ? nil : frames.elements + (frames.count - 2)
  }

  /// Begins a request.
  ///
  /// - Throws: `ResolutionError` when the same request is running further out, so that it would never end, or the stack is used up.
  func push(_ frame: Frame) throws(ResolutionError) {
    if unlikely(block.pointee.frames.count > 0) { try check(frame) }
    begin(frame)
  }

  /// Begins a request that cannot be one of the running ones.
  func begin(_ frame: Frame) { block.pointee.frames.push(frame) }

  /// Keeps the state that the innermost request shares with those inside it.
  @inline(never)
  func keep(_ state: RequestState) { innermost?.pointee.state = state }

  /// Ends the innermost request, which has its value if it did not fail, and its shared state.
  @inline(__always)
  func end(isFinished: Bool) {
    let state = pop()
    if unlikely(state != nil), let state { state.end(isFinished: isFinished) }
  }

  /// Ends the innermost request, and returns its shared state if it was the outermost one.
  @inline(__always)
  func pop() -> RequestState? {
    let frame = block.pointee.frames.pop()
    return block.pointee.frames.count == 0 ? frame.state : nil
  }

  @inline(never)
  private func check(_ frame: Frame) throws(ResolutionError) {
    let slot = frame.slot.takeUnretainedValue()
    if !frame.hasArguments {
      for index in 0..<block.pointee.frames.count {
        let other = block.pointee.frames.elements + index
        if other.pointee.slot.toOpaque() == frame.slot.toOpaque(), other.pointee.scope == frame.scope,
          !other.pointee.hasArguments
        {
          throw Gate.reentered(slot.step)
        }
      }
    }
    if Stack.isNearlyUsedUp { throw .tooDeep(slot.step) }
  }
}

// The arguments, which live as long as a request, form a stack. The innermost request ends first.
extension FrameStack {
  /// The used bytes of the memory for arguments. To set it back frees what was taken since.
  @inline(__always)
  var used: Int {
    get { block.pointee.used }
    nonmutating set { block.pointee.used = newValue }
  }

  /// Memory of a size, at least one byte, until it is given back; `nil` when it does not fit. Its address is inside the room, unlike that of allocated memory.
  @inline(__always)
  func room(_ size: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let first = block.pointee.used.roundedUp(toMultipleOf: alignment)
    guard alignment <= 16, first + size <= FrameStack.roomSize else { return nil }
    block.pointee.used = first + size
    return block.pointee.room + first
  }

  /// Frees memory that was allocated because it did not fit into the room.
  func free(_ memory: UnsafeMutableRawPointer) {
    if memory < block.pointee.room || memory >= block.pointee.room + FrameStack.roomSize { memory.deallocate() }
  }
}
