// SPDX-License-Identifier: Apache-2.0

/// What this package keeps for one thread: one block of memory, found by one key of the C library, and freed when the thread ends.
@usableFromInline
package struct ThreadBlock {
  @usableFromInline package typealias Pointer = UnsafeMutablePointer<ThreadBlock>

  /// Leads to the running thread's block. Hot code keeps a copy, because reading a global takes longer than reading the block.
  @usableFromInline package static let key = ThreadKey()

  /// Frees the block of a thread that ends.
  static func release(_ memory: UnsafeMutableRawPointer?) {
    guard let block = memory?.assumingMemoryBound(to: ThreadBlock.self) else { return }
    block.pointee.room.deallocate()
    block.deinitialize(count: 1)
    block.deallocate()
  }

  /// The addresses of the thread's stack, which grows downwards; empty when the platform cannot tell.
  private(set) lazy var stack = ThreadID.stack ?? 0..<0
  /// The address below which the stack may be nearly used up; above all addresses until it is known.
  @usableFromInline private(set) var stackLimit = UInt.max
  /// The actor that runs the thread's code, where the compiler says so; see ``ActorWitness``.
  @usableFromInline package var actor: Address?
  /// The actor that keeps the values of one request of a container, if there is one, and where that request runs.
  package var claim: (actor: Address?, place: Address?)
  /// The innermost running request of a container.
  package var request: Address?
  /// The innermost member of a component that is being made.
  package var member: Address?
  /// Memory for the running requests and members, and their arguments, each of which ends before the one before it.
  @usableFromInline let room = Address.allocate(ThreadBlock.roomSize, alignment: 16)
  /// The bytes of the room that are in use.
  @usableFromInline package var used = 0

  /// The size of the room, in bytes.
  @usableFromInline static var roomSize: Int { 4096 }

  /// The running thread's block.
  @usableFromInline package static var current: Pointer { key.block ?? begun() }

  private static func begun() -> Pointer {
    let block = Pointer.allocate(capacity: 1)
    block.initialize(to: ThreadBlock())
    key.block = block
    return block
  }

  /// Whether an address of this thread's stack is in the reserve at its end. Addresses outside of its bounds are on another stack, installed by a fiber or a
  /// sanitizer.
  @usableFromInline
  mutating func isInReserve(_ address: UInt) -> Bool {
    if stackLimit == .max { stackLimit = stack.isEmpty ? 1 : stack.lowerBound + min(Stack.reserve, UInt(stack.count) / 4) }
    return address < stackLimit && address >= stackLimit &- min(stackLimit, Stack.reserve)
  }
}

// SAFETY: what is taken last is given back first. Memory that was allocated lies outside the room.
extension ThreadBlock.Pointer {
  /// Memory that holds a value of a running request. The caller destroys the value, and gives the memory back.
  @inlinable @inline(__always)
  package func take<Value>(for value: consuming Value) -> Address {
    // The stride is never 0, so every value has an address of its own.
    let memory = take(MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment)
    memory.store(value)
    return memory
  }

  /// Memory of a number of bytes, at least one: in the room, or allocated when it does not fit. It is given back by ``giveBack(_:)``.
  @inlinable @inline(__always)
  package func take(_ size: Int, alignment: Int) -> Address {
    let (first, next) = (pointee.used, pointee.used &+ size.roundedUp(toMultipleOf: 16))
    guard next <= ThreadBlock.roomSize, alignment <= 16 else { return .allocate(size, alignment: alignment) }
    pointee.used = next
    return pointee.room + first
  }

  /// Gives back what was taken last.
  @inlinable @inline(__always)
  package func giveBack(_ memory: Address) {
    let place = memory - pointee.room
    if 0..<ThreadBlock.roomSize ~= place { pointee.used = place } else { memory.deallocate() }
  }
}
