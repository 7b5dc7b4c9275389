// SPDX-License-Identifier: Apache-2.0

// Values whose type is known only at run time.
extension UnsafeMutableRawPointer {
  /// Destroys the value that is here, and leaves the memory.
  package func destroyValue(of type: any Any.Type) {
    func destroy<Value>(_ type: Value.Type) {
      // Moved and dropped: `deinitialize(count:)` asks the run time to walk through an array.
      if !_isPOD(type) { _ = assumingMemoryBound(to: type).move() }
    }
    _openExistential(type, do: destroy)
  }

  /// Releases the object of the reference stored here, and leaves the memory.
  @inlinable @inline(__always)
  package func releaseObject() { Unmanaged<AnyObject>.fromOpaque(load(as: UnsafeRawPointer.self)).release() }

  /// A copy of the value that is here.
  package func boxedValue(of type: any Any.Type) -> Any {
    func box<Value>(_ type: Value.Type) -> Any { assumingMemoryBound(to: type).pointee }
    return _openExistential(type, do: box)
  }

  /// The address of the value inside the `any Sendable` stored here, if it is stored as just this type, and within the existential. This reads it without
  /// copying the existential first.
  ///
  /// Source: "Swift ABI, Type Layout", section Opaque Existential Containers, in the documentation of the Swift compiler.
  @inlinable @inline(__always)
  package func heldValue<Value>(as type: Value.Type) -> UnsafeMutablePointer<Value>? {
    // SAFETY: three words for the value, then its type; `Sendable` has no witness table that would follow. A value lies in the words if it fits,
    // and can be moved bit by bit; otherwise they lead to it.
    let word = MemoryLayout<UInt>.self
    guard load(fromByteOffset: 3 * word.size, as: Any.Type.self) == type, _isBitwiseTakable(type),
      MemoryLayout<Value>.size <= 3 * word.size, MemoryLayout<Value>.alignment <= word.alignment
    else { return nil }
    return assumingMemoryBound(to: type)
  }
}

extension Int {
  /// Rounds up to a multiple of an alignment, which is a power of 2.
  @inlinable @inline(__always)
  package func roundedUp(toMultipleOf alignment: Int) -> Int { (self &+ alignment &- 1) & ~(alignment &- 1) }
}

/// The size and the alignment of a type's values, in bytes.
package func memoryLayout(of type: any Any.Type) -> (size: Int, alignment: Int) {
  func layout<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }
  return _openExistential(type, do: layout)
}
