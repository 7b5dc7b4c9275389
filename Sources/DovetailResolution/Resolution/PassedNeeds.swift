// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

// How a factory gets its needs: by their addresses, each a value of its own on the stack. The compiler takes a factory with an `inout` parameter for one of the
// plain parameter (Swift 6.3), so a shared value is never passed where it lies: it is copied.
//
// A call `make(repeat each need)` would ask the run time for the layout of the pack every time, and copy each need twice.

/// The number of a factory's parameters, and the memory that their addresses and values take.
package struct ParameterRoom {
  package private(set) var count = 0
  /// In bytes.
  private var size = 0
  private var alignment = 0

  package init() {}

  package mutating func add<Need>(_ type: Need.Type) {
    count += 1
    size += MemoryLayout<Address>.size + ParameterRoom.space(of: MemoryLayout<Need>.size)
    alignment = max(alignment, MemoryLayout<Need>.alignment)
  }

  var fits: Bool { size <= MemoryLayout<Memory>.size && alignment <= MemoryLayout<Memory>.alignment }

  /// The bytes between a value of this size and the next value. At least one word, so that each value has an address of its own.
  @inline(__always)
  static func space(of size: Int) -> Int { max(1, size).roundedUp(toMultipleOf: MemoryLayout<Memory>.alignment) }

  /// Memory on the stack: four existentials and their addresses, or twelve objects and theirs. (Memory of any size would cost the metadata of a
  /// result in generic code.)
  struct Memory {
    typealias Words = (Int, Int, Int, Int, Int, Int)
    private var words: (Words, Words, Words, Words) = (
      (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0)
    )
  }
}

extension Needs {
  /// Passes the next needs to a function, as an array of addresses.
  ///
  /// - Parameters:
  ///   - wraps: Whether the first of them is the value that a decorator wraps, which takes the arguments of the request.
  ///   - memory: A ``ParameterRoom/Memory`` of the caller.
  // SAFETY: a shared value stays where it is until the request has ended, see `Instance` and `OpenScope+Places`; so do arguments. The values of the call lie
  // behind the array, in the order of the parameters, and are destroyed after it.
  @inline(__always)
  mutating func pass<Value>(
    _ count: Int, wrapping wraps: Bool, in memory: UnsafeMutableRawPointer,
    to call: (Address) throws -> Value
  ) throws -> Value {
    let addresses = Address(memory)
    let slots = next
    let values = addresses + count * MemoryLayout<Address>.stride
    var end = values
    defer { if end != values { Needs.destroy(slots, from: values, to: end) } }
    for place in 0..<count {
      let (slot, room) = (removeFirst(), end)
      let found =
        if let shared = ready(slot) ?? argument(slot) { shared } else {
          try slot.held { slot throws(ResolutionError) in
            try slot.answer(need: context, arguments, isInner: wraps && place == 0, at: room)
          }
        }
      if found != room { slot.use { $0.copy(found, to: room) } }
      addresses[place] = room
      end = room + slot.use { $0.space }
    }
    return try call(addresses)
  }

  /// The address of the argument for which a slot stands; `nil` for other slots, and when the argument has another type than the parameter.
  @inline(__always)
  private func argument(_ slot: Unheld<Slot>) -> Address? {
    guard unlikely(arguments != nil), let arguments else { return nil }
    return slot.use { slot in slot.argument.flatMap { arguments.memory(at: $0, as: slot.type) } }
  }

  /// Destroys the values between two addresses, one of each slot.
  @inline(never) @_optimize(speed)
  private static func destroy(_ slots: NeedList, from first: Address, to end: Address) {
    var value = first
    var place = 0
    while end - value > 0 {
      let slot = slots[place]
      slot.use { $0.destroy(at: value) }
      value = value + slot.use { $0.space }
      place += 1
    }
  }
}
