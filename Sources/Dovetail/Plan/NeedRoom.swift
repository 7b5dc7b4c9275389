// SPDX-License-Identifier: Apache-2.0

/// The memory for the needs of a plan's slots, as pointers to the slots that answer them: one block for all of them.
// SAFETY: handed out while the plan is compiled, by one thread; the plan holds it as long as the slots.
final class NeedRoom: @unchecked Sendable {
  private let first: UnsafeMutablePointer<Unmanaged<Slot>>
  private let capacity: Int
  private var used = 0

  /// - Parameter capacity: The largest number of needs.
  init(for capacity: Int) {
    self.capacity = capacity
    first = .allocate(capacity: max(1, capacity))
  }

  deinit { first.deallocate() }

  /// Memory for the next slot's needs, uninitialised; `nil` when there is not enough left.
  func take(_ count: Int) -> UnsafeMutablePointer<Unmanaged<Slot>>? {
    guard used + count <= capacity else { return nil }
    defer { used += count }
    return first + used
  }
}
