// SPDX-License-Identifier: Apache-2.0

// Values whose type is known only at run time.
extension UnsafeMutableRawPointer {
  /// Destroys the value that is here, and leaves the memory; an object is released without a look at its type.
  @inlinable @inline(__always)
  package func destroyValue(of type: any Any.Type, isObject: Bool) {
    if isObject {
      Unmanaged<AnyObject>.fromOpaque(load(as: UnsafeRawPointer.self)).release()
    } else {
      destroyValue(of: type)
    }
  }

  /// Destroys the value that is here, and leaves the memory.
  @usableFromInline
  package func destroyValue(of type: any Any.Type) {
    func destroy<Value>(_ type: Value.Type) {
      // Moved and dropped: `deinitialize(count:)` asks the run time to walk through an array.
      if !_isPOD(type) { _ = assumingMemoryBound(to: type).move() }
    }
    _openExistential(type, do: destroy)
  }

  /// Copies a value from another address to this free memory.
  package func initialize(copying value: UnsafeMutableRawPointer, as type: any Any.Type) {
    func copy<Value>(_ type: Value.Type) {
      assumingMemoryBound(to: type).initialize(to: value.assumingMemoryBound(to: type).pointee)
    }
    _openExistential(type, do: copy)
  }

  /// A copy of the value that is here.
  package func boxedValue(of type: any Any.Type) -> Any {
    func box<Value>(_ type: Value.Type) -> Any { assumingMemoryBound(to: type).pointee }
    return _openExistential(type, do: box)
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
