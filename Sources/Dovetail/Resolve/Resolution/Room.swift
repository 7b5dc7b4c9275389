// SPDX-License-Identifier: Apache-2.0

/// Room on the stack for most values: eight words. (Memory of any size would cost the metadata of a result in generic code.)
@usableFromInline struct Room {
  @usableFromInline var words = (0, 0, 0, 0, 0, 0, 0, 0)

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  static func fits<Value>(_ type: Value.Type) -> Bool {
    MemoryLayout<Value>.size <= MemoryLayout<Room>.size && MemoryLayout<Value>.alignment <= MemoryLayout<Room>.alignment
  }

  /// The value of an answer: moved out of the room if it was made there, or else a copy of the shared one.
  // SAFETY: an answer is the address of a value of the slot's type.
  @inlinable @inline(__always)
  static func value<Value>(at memory: Address, from room: Address) -> Value {
    memory == room ? memory.take(as: Value.self) : memory[as: Value.self]
  }
}
