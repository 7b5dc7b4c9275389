// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
public import Synchronization

/// A head, and room behind it for what has no type of its own. It stays at one address until its owner frees it, and is no object: to make, count and release
/// one for each member would be most of the cost of a component that lives for one request.
///
///     head | padding | room
// SAFETY: what a head declares is constant, atomic, or says what guards it. The owner frees the block in its `deinit`, when nobody reads it any more.
@usableFromInline
struct Block<Head: ~Copyable>: RawRepresentable, Equatable, @unchecked Sendable {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<Head>

  @usableFromInline let rawValue: Pointer

  @inlinable @inline(__always)
  init(rawValue: Pointer) { self.rawValue = rawValue }

  /// Makes a block, to be freed by ``free()``.
  ///
  /// - Parameters:
  ///   - size: The size of the room, in bytes.
  ///   - alignment: The alignment of the room.
  @inline(__always)
  init(_ head: consuming Head, size: Int, alignment: Int) {
    assert(alignment.nonzeroBitCount == 1)
    rawValue = Address.allocate(
      Block.offset(alignment) &+ size, alignment: max(alignment, MemoryLayout<Head>.alignment)
    ).typed()
    rawValue.initialize(to: head)
  }

  @inline(__always)
  func free() {
    rawValue.deinitialize(count: 1)
    Address(rawValue).deallocate()
  }

  @inlinable @inline(__always)
  var head: UnsafeMutablePointer<Head> { rawValue }

  @inlinable @inline(__always)
  func room(alignment: Int) -> Address { Address(rawValue) + Block.offset(alignment) }

  @inlinable @inline(__always)
  static func offset(_ alignment: Int) -> Int { MemoryLayout<Head>.size.roundedUp(toMultipleOf: alignment) }

  /// Tells the block apart from others that exist.
  var word: UInt { UInt(bitPattern: rawValue) }
}

extension Block: AtomicOptionalRepresentable where Head: ~Copyable {
  @usableFromInline typealias AtomicRepresentation = Pointer.AtomicRepresentation
  @usableFromInline typealias AtomicOptionalRepresentation = Pointer.AtomicOptionalRepresentation
}
