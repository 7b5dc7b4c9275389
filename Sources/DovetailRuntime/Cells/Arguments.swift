// SPDX-License-Identifier: Apache-2.0

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
