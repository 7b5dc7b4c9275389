// SPDX-License-Identifier: Apache-2.0

/// Where a value lies, or room for one. The code that has an address knows the type of the value, and who keeps it there.
// SAFETY: the address itself is a number. A value is stored before other threads get its address, and destroyed when nobody reads it any more; values that
// several threads read are Sendable. Each owner of memory says how it keeps to that.
@usableFromInline
package struct Address: Equatable, @unchecked Sendable {
  @usableFromInline package let pointer: UnsafeMutableRawPointer

  @inlinable @inline(__always) package init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

  /// The address with a bit pattern; `nil` for 0.
  @inlinable @inline(__always) package init?(bits: UInt) {
    guard let pointer = UnsafeMutableRawPointer(bitPattern: bits) else { return nil }
    self.pointer = pointer
  }

  @inlinable @inline(__always) package var bits: UInt { UInt(bitPattern: pointer) }

  @inlinable @inline(__always) package static func + (address: Address, bytes: Int) -> Address {
    Address(address.pointer + bytes)
  }

  /// The bytes from one address to another.
  @inlinable @inline(__always) package static func - (end: Address, start: Address) -> Int { end.pointer - start.pointer }

  /// An element of an array of addresses that lies here.
  @inlinable package subscript(index: Int) -> Address {
    @inline(__always) get { typed(as: Address.self)[index] }
    @inline(__always) nonmutating set { (typed(as: Address.self) + index).initialize(to: newValue) }
  }

  /// A copy of the value.
  @inlinable @inline(__always) package subscript<Value>(as type: Value.Type) -> Value { typed(as: type).pointee }

  /// Stores a value in this free memory.
  @inlinable @inline(__always) package func store<Value>(_ value: consuming Value) { typed(as: Value.self).initialize(to: value) }

  /// Moves the value out, and leaves the memory free.
  @inlinable @inline(__always) package func take<Value>(as type: Value.Type) -> Value { typed(as: type).move() }

  @inlinable @inline(__always)
  package func typed<Value: ~Copyable>(as type: Value.Type = Value.self) -> UnsafeMutablePointer<Value> {
    assert(bits % UInt(MemoryLayout<Value>.alignment) == 0, "a value of '\(Value.self)' cannot lie at \(pointer)")
    return pointer.assumingMemoryBound(to: type)
  }
}

// Values whose type is known only at run time.
extension Address {
  /// Destroys the value, and leaves the memory free; an object is released without a look at its type.
  @inlinable @inline(__always) package func destroy(_ type: any Any.Type, isObject: Bool) {
    if isObject { Unheld<AnyObject>(at: self[as: Address.self]).release() } else { destroy(type) }
  }

  /// Destroys the value, and leaves the memory free.
  @usableFromInline
  package func destroy(_ type: any Any.Type) {
    func destroy<Value>(_ type: Value.Type) { _ = take(as: type) }
    _openExistential(type, do: destroy)
  }

  /// Stores a copy of a value in this free memory.
  @usableFromInline
  package func store(copyOf value: Address, _ type: any Any.Type) {
    func copy<Value>(_ type: Value.Type) { store(value[as: type]) }
    _openExistential(type, do: copy)
  }

  /// A copy of the value.
  package func boxed(_ type: any Any.Type) -> Any {
    func box<Value>(_ type: Value.Type) -> Any { self[as: type] }
    return _openExistential(type, do: box)
  }
}

extension Int {
  /// Rounds up to a multiple of an alignment, which is a power of 2.
  @inlinable @inline(__always) package func roundedUp(toMultipleOf alignment: Int) -> Int {
    (self &+ alignment &- 1) & ~(alignment &- 1)
  }
}

/// The size and the alignment of a type's values, in bytes.
package func memoryLayout(of type: any Any.Type) -> (size: Int, alignment: Int) {
  func layout<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }
  return _openExistential(type, do: layout)
}
