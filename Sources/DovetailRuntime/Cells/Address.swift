// SPDX-License-Identifier: Apache-2.0
public import Synchronization

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

  /// New memory; also for values without a size, because a C library may give no address for no bytes.
  static func allocate(size: Int, alignment: Int) -> Address {
    unsafe Address(.allocate(byteCount: max(size, 1), alignment: alignment))
  }

  /// New memory with a value.
  static func allocate<Value>(for value: consuming Value) -> Address {
    let address = allocate(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
    address.store(value)
    return address
  }

  /// The address a number of bytes after this one.
  func advanced(by offset: Int) -> Address { unsafe Address(pointer + offset) }

  /// Stores a value where there is none.
  func store<Value>(_ value: consuming Value) { unsafe pointer.initializeMemory(as: Value.self, to: value) }

  /// Destroys the value, and leaves the memory.
  func clear<Value>(_ type: Value.Type) { unsafe pointer.assumingMemoryBound(to: type).deinitialize(count: 1) }

  /// Frees memory, which holds no value any more.
  func free() { unsafe pointer.deallocate() }

  /// Destroys the value, which has memory of its own, and frees that.
  func destroy(_ type: any Any.Type) {
    func clear<Value>(_ type: Value.Type) { self.clear(type) }
    _openExistential(type, do: clear)
    free()
  }
}

/// An address that comes and goes at once for all threads.
// SAFETY: it is only changed as a whole, and a thread that finds it finds the value that was stored before.
@safe @usableFromInline
struct AtomicAddress: ~Copyable, @unchecked Sendable {
  @usableFromInline let pointer = unsafe Atomic<UnsafeMutableRawPointer?>(nil)

  @inlinable func load() -> Address? { unsafe pointer.load(ordering: .acquiring).map { unsafe Address($0) } }

  func store(_ address: Address) { unsafe pointer.store(address.pointer, ordering: .releasing) }

  /// Takes the address away.
  func take() -> Address? { unsafe pointer.exchange(nil, ordering: .acquiringAndReleasing).map { unsafe Address($0) } }
}

extension StaticString {
  /// Where the text of a literal lies: it tells a literal from nearly all others without a look at the text.
  @inlinable package var address: UInt { UInt(bitPattern: unsafe utf8Start) }

  /// Whether it is the name of a function that takes arguments: such a name ends with ":)", and no other does.
  package var namesArguments: Bool {
    let size = utf8CodeUnitCount
    return unsafe size > 2 && utf8Start[size - 2] == UInt8(ascii: ":")
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

/// Where the run-time arguments of a request lie, side by side in one block of memory. The requester keeps them there until the request has ended.
package struct Arguments {
  /// Finds the place of each argument, in their order: the requester and the bind go through the same types.
  package struct Layout {
    private(set) var size = 0
    private(set) var alignment = 1

    package init() {}

    /// The offset of the next argument.
    package mutating func add<Value>(_ type: Value.Type) -> Int {
      let mask = MemoryLayout<Value>.alignment - 1
      let offset = (size + mask) & ~mask
      size = offset + MemoryLayout<Value>.size
      alignment = max(alignment, MemoryLayout<Value>.alignment)
      return offset
    }
  }

  private let memory: Address
  package let count: Int

  /// Room for a number of arguments, to be freed by ``free()``.
  package init(_ layout: Layout, count: Int) {
    memory = .allocate(size: layout.size, alignment: layout.alignment)
    self.count = count
  }

  package func store<Value>(_ value: consuming Value, at offset: Int) { memory.advanced(by: offset).store(value) }

  package func copy<Value>(as type: Value.Type, at offset: Int) -> Value { memory.advanced(by: offset).copy() }

  package func destroy<Value>(_ type: Value.Type, at offset: Int) { memory.advanced(by: offset).clear(type) }

  package func free() { memory.free() }
}
