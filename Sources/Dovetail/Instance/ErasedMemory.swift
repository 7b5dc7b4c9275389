// SPDX-License-Identifier: Apache-2.0

// Values of which only the run time knows the type.
extension UnsafeMutableRawPointer {
  /// Destroys the value that is here, and leaves the memory.
  func destroyValue(of type: any Any.Type) {
    func destroy<Value>(_ type: Value.Type) {
      if !_isPOD(type) { assumingMemoryBound(to: type).deinitialize(count: 1) }
    }
    _openExistential(type, do: destroy)
  }

  /// A copy of the value that is here.
  func boxedValue(of type: any Any.Type) -> Any {
    func box<Value>(_ type: Value.Type) -> Any { assumingMemoryBound(to: type).pointee }
    return _openExistential(type, do: box)
  }
}

/// The size of a type's values and what their addresses are multiples of, in bytes.
func memoryLayout(of type: any Any.Type) -> (size: Int, alignment: Int) {
  func layout<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }
  return _openExistential(type, do: layout)
}
