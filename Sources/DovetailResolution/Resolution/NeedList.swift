// SPDX-License-Identifier: Apache-2.0

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
