// SPDX-License-Identifier: Apache-2.0

/// Memory for what stays as long as a component: handed out piece by piece, freed at once.
///
/// A component that is made for one request asks for memory a few times, and not for every member.
struct MemberArena {
  private static let header = 8
  /// What the C library hands out fastest.
  private static let size = 1032
  /// More than this is a block of its own, so that what is left of the last one is not lost.
  private static let large = 256

  private var last: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var left: Int

  init() {
    last = MemberArena.block(MemberArena.size, after: nil)
    next = last + MemberArena.header
    left = MemberArena.size - MemberArena.header
  }

  private static func block(_ size: Int, after last: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: header)
    block.storeBytes(of: last, as: UnsafeMutableRawPointer?.self)
    return block
  }

  mutating func allocate<Item: ~Copyable>(_ type: Item.Type) -> UnsafeMutablePointer<Item> {
    allocate(byteCount: MemoryLayout<Item>.size, alignment: MemoryLayout<Item>.alignment).assumingMemoryBound(to: Item.self)
  }

  /// Uninitialised memory, at least one byte.
  mutating func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    if byteCount + alignment > MemberArena.large { return allocateApart(byteCount, alignment) }
    while true {
      let start = next.alignedUp(toMultipleOf: alignment)
      let end = start + max(1, byteCount)
      if end <= next + left {
        left -= end - next
        next = end
        return start
      }
      last = MemberArena.block(MemberArena.size, after: last)
      next = last + MemberArena.header
      left = MemberArena.size - MemberArena.header
    }
  }

  private func allocateApart(_ byteCount: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
    let padding = max(0, alignment - MemberArena.header)
    let block = MemberArena.block(
      MemberArena.header + byteCount + padding, after: last.load(as: UnsafeMutableRawPointer?.self))
    last.storeBytes(of: block, as: UnsafeMutableRawPointer?.self)
    return (block + MemberArena.header).alignedUp(toMultipleOf: alignment)
  }

  /// Frees everything.
  func deallocate() {
    var block: UnsafeMutableRawPointer? = last
    while let current = block {
      block = current.load(as: UnsafeMutableRawPointer?.self)
      current.deallocate()
    }
  }
}
