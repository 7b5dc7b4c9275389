// SPDX-License-Identifier: Apache-2.0

/// Memory for what stays as long as a component: handed out piece by piece, freed at once.
///
/// A component that is made for one request asks for memory twice, and not for every member.
struct MemberArena {
  private static let header = 16
  /// What the C library hands out fastest.
  private static let firstSize = 1008
  private static let nextSize = 4080

  private var last: UnsafeMutableRawPointer
  private var next: UnsafeMutableRawPointer
  private var left: Int

  init() {
    last = MemberArena.block(MemberArena.firstSize, after: nil)
    next = last + MemberArena.header
    left = MemberArena.firstSize - MemberArena.header
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
    while true {
      let start = next.alignedUp(toMultipleOf: alignment)
      let end = start + max(1, byteCount)
      if end <= next + left {
        left -= end - next
        next = end
        return start
      }
      let size = max(MemberArena.nextSize, byteCount + alignment + MemberArena.header)
      last = MemberArena.block(size, after: last)
      next = last + MemberArena.header
      left = size - MemberArena.header
    }
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
