// SPDX-License-Identifier: Apache-2.0

/// What this package keeps for one thread: one block of memory, found by one key of the C library, and freed when the thread ends.
@usableFromInline
package struct ThreadBlock {
  @usableFromInline package typealias Pointer = UnsafeMutablePointer<ThreadBlock>

  /// Memory of a storey above, and what frees it at the end of the thread.
  package typealias Part = (memory: UnsafeMutableRawPointer, free: () -> Void)

  /// Leads to the running thread's block. Hot code keeps a copy, because reading a global takes longer than reading the block.
  @usableFromInline package static let key = ThreadKey { memory in
    let block = memory.assumingMemoryBound(to: ThreadBlock.self)
    block.pointee.requests?.free()
    block.pointee.members?.free()
    block.deinitialize(count: 1)
    block.deallocate()
  }

  /// The addresses of the thread's stack, which grows downwards; empty when the platform cannot tell.
  private(set) lazy var stack = ThreadID.stack ?? 0..<0
  /// See ``Stack/isNearlyUsedUp(_:)``.
  package private(set) lazy var stackLimit = Stack.limit(of: stack)
  /// The actor that runs the thread's code, where the compiler says so; see ``ActorWitness``.
  @usableFromInline package var actor: UnsafeMutableRawPointer?
  /// The running requests of containers.
  package var requests: Part?
  /// The members of components that are being made.
  package var members: Part?

  /// The running thread's block.
  @usableFromInline package static var current: Pointer { key.block ?? begun() }

  private static func begun() -> Pointer {
    let block = Pointer.allocate(capacity: 1)
    block.initialize(to: ThreadBlock())
    key.block = block
    return block
  }
}
