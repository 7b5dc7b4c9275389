// SPDX-License-Identifier: Apache-2.0

/// Where a value lies. Only cells and the arguments of a request have addresses: a value is handed on as a copy.
///
/// Code that reads a value names its type. Both it and the code that made the value know the type, and the plan connects the two only where their keys, and so
/// their types, are the same.
// SAFETY: the address itself is a number. A value is stored before other threads can get its address, and destroyed when nobody reads it any more.
@safe @usableFromInline
package struct Address: @unchecked Sendable {
  @usableFromInline let pointer: UnsafeMutableRawPointer

  @inlinable init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = pointer }

  /// A copy of the value.
  @inlinable @inline(__always) package func copy<Value>(as type: Value.Type = Value.self) -> Value {
    unsafe pointer.assumingMemoryBound(to: type).pointee
  }

  /// New memory with a value.
  static func allocate<Value>(for value: consuming Value) -> Address {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe pointer.initialize(to: value)
    return unsafe Address(pointer)
  }

  /// Destroys the value, which has memory of its own, and frees that.
  func destroy(_ type: any Any.Type) {
    func destroy<Value>(_ type: Value.Type) {
      let pointer = unsafe pointer.assumingMemoryBound(to: type)
      unsafe pointer.deinitialize(count: 1)
      unsafe pointer.deallocate()
    }
    _openExistential(type, do: destroy)
  }
}

/// An object as one of a class that the caller knows it to be of: a checked cast would ask for the class of every value's type at run time.
// SAFETY: who stores the object and who reads it both know its class; the plan connects the two only where their keys, and so their types, are the same.
@inlinable @inline(__always)
package func known<Object: AnyObject>(_ object: AnyObject) -> Object { unsafe unsafeDowncast(object, to: Object.self) }

/// What a value of one word stores: a profile, an object, a number; `nil` for any other. Larger values may contain padding, so their bytes cannot be
/// compared.
package func storedWord<Value>(of value: Value) -> UInt? {
  let (size, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  guard size == MemoryLayout<UInt>.size, alignment == MemoryLayout<UInt>.alignment else { return nil }
  return unsafe withUnsafeBytes(of: value) { unsafe $0.load(as: UInt.self) }
}
