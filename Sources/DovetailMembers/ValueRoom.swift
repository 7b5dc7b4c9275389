// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The memory for the value of a member, whose type is that of the member's site; debug builds check the type at every use.
@usableFromInline
package struct ValueRoom {
  @usableFromInline let memory: Address
  #if DEBUG
    @usableFromInline let type: any Any.Type
  #endif

  @inlinable @inline(__always)
  init(_ memory: Address, of type: any Any.Type) {
    self.memory = memory
    #if DEBUG
      self.type = type
    #endif
  }

  /// The value that is here.
  @inlinable @inline(__always)
  func value<Value>(as type: Value.Type) -> Value {
    check(type)
    return memory[as: type]
  }

  /// Puts a value here.
  @inline(__always)
  func initialize<Value>(to value: consuming Value) {
    check(Value.self)
    memory.store(value)
  }

  /// Destroys the value that is here, and leaves the memory.
  @inline(__always)
  func deinitialize<Value>(as type: Value.Type) {
    check(type)
    memory.typed(as: type).deinitialize(count: 1)
  }

  @inlinable @inline(__always)
  func check(_ type: any Any.Type) {
    #if DEBUG
      precondition(type == self.type, "a member of another type")
    #endif
  }
}
