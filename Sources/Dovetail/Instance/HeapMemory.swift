// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Memory straight from the C library. The standard library asks for an alignment there, even for one that all memory has, and that takes
/// longer.
extension UnsafeMutableRawPointer {
  /// - Returns: Memory to be given back with ``backToHeap(alignment:)``.
  @inline(__always)
  static func fromHeap(byteCount: Int, alignment: Int) -> Self {
    if hasAllMemory(alignment), let memory = malloc(byteCount) { return memory }
    // When there is no memory, the program ends here.
    return .allocate(byteCount: byteCount, alignment: alignment)
  }

  @inline(__always)
  func backToHeap(alignment: Int) {
    if UnsafeMutableRawPointer.hasAllMemory(alignment) { free(self) } else { deallocate() }
  }

  /// Whether every address that the C library hands out is aligned so: by two words, on every platform.
  @inline(__always)
  private static func hasAllMemory(_ alignment: Int) -> Bool { alignment <= 2 * MemoryLayout<UInt>.size }
}
