// SPDX-License-Identifier: Apache-2.0

/// Passes its needs to a factory, in declared order.
package struct Needs {
  var next: NeedList
  package let context: Context
  let arguments: Arguments?

  /// - Parameter skipped: The number of needs to pass over, because they are not taken here.
  package init(of slot: Slot, _ context: Context, _ arguments: Arguments?, skipping skipped: Int = 0) {
    next = slot.needs + skipped
    self.context = context
    self.arguments = arguments
  }

  package mutating func skip(_ count: Int) { next = next + count }

  /// The need at a place in the list of needs. `Need` is the type for which its slot was linked.
  ///
  /// - Parameter isInner: Whether it takes the arguments of the request, unless it is one of them: the value that a decorator wraps does, and the only need of a
  ///   bind, which may be one of a class to another.
  package func take<Need>(_ type: Need.Type, at index: Int, isInner: Bool = false) throws(ResolutionError) -> Need {
    let slot = next[index].object
    if let memory = ready(slot) { return memory[as: Need.self] }
    return try slot.get(context, arguments, from: isInner ? .inner : .argument)
  }

  /// The next need. `Need` is the type for which the slot was linked.
  package mutating func take<Need>(_ type: Need.Type = Need.self) throws(ResolutionError) -> Need {
    defer { skip(1) }
    return try take(type, at: 0)
  }

  /// The next need.
  ///
  /// - Parameter isInner: See ``take(_:at:isInner:)``; no further need is.
  package mutating func take<Need>(_ type: Need.Type, isInner: inout Bool) throws(ResolutionError) -> Need {
    defer {
      isInner = false
      skip(1)
    }
    return try take(type, at: 0, isInner: isInner)
  }

  /// The address of the value, if it is shared by the container or an open scope and built already.
  @inline(__always)
  func ready(_ slot: Slot) -> Address? {
    if let place = slot.place { return context.memory(of: place) }
    return slot.memory
  }

  /// The value of a recipe that takes these needs.
  package func made<Value>(by recipe: RawRecipe) throws -> Value {
    let thread = ThreadBlock.current
    let room = thread.take(MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment)
    defer { thread.giveBack(room) }
    try recipe(self, room)
    return room.take(as: Value.self)
  }
}

/// The slots that answer the needs of a slot, in the order of the factory's parameters: an array of their addresses.
///
/// The lists of a plan lie in one block of memory, each behind the one before it. The container keeps the slots alive.
package struct NeedList: Sendable {
  private var first: Address

  /// A list of its own memory, which is not connected yet.
  package init(count: Int) {
    first = .allocate(count * MemoryLayout<Address>.stride, alignment: MemoryLayout<Address>.alignment)
  }

  package func deallocate() { first.deallocate() }

  /// The list behind a number of needs.
  @inline(__always)
  package static func + (list: NeedList, count: Int) -> NeedList {
    var list = list
    list.first = list.first + count * MemoryLayout<Address>.stride
    return list
  }

  func connect(_ index: Int, to slot: Slot) { first[index] = Unheld(slot).address }

  @inline(__always)
  subscript(index: Int) -> Unheld<Slot> { Unheld(at: first[index]) }
}
