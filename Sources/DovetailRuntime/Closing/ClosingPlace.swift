// SPDX-License-Identifier: Apache-2.0

/// The place of a value in an open scope or a component, and the action that closes it.
// SAFETY: the code that closes a scope holds it and its container, and with them the memory of its values and the actions of its binds; the code
// that closes a component, or a `withOverrides(_:)`, holds that. The values are Sendable, because `.in(_:)` and `single` demand it.
@usableFromInline
package struct ClosingPlace: @unchecked Sendable {
  @usableFromInline package let action: Unmanaged<CloseAction>
  @usableFromInline package let memory: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  package init(action: Unmanaged<CloseAction>, memory: UnsafeMutableRawPointer) {
    self.action = action
    self.memory = memory
  }

  @inlinable package var isAwaited: Bool { action._withUnsafeGuaranteedRef { $0.isAwaited } }
  @inlinable package var isShielded: Bool { action._withUnsafeGuaranteedRef { $0.isShielded } }

  /// Closes the value, unless the closing has to be awaited.
  @inlinable package func closeUnlessAwaited() -> CloseOutcome {
    action._withUnsafeGuaranteedRef { $0.closeUnlessAwaited(at: memory) }
  }

  /// Closes the value, whose closing has to be awaited, and returns the failures.
  @inlinable @inline(__always)
  package nonisolated(nonsending) func closeAwaited() async -> [CloseError.Failure] {
    await action.takeUnretainedValue().close(at: memory)
  }
}

/// Memory for a number of places; the first of them may be used.
// SAFETY: it belongs to a scope or a component, which is held while this is used. It is written inside the lock of its record, each place once, and read by the
// thread that has taken the count out of that lock.
@usableFromInline
package struct ClosingPlaces: @unchecked Sendable {
  @usableFromInline package var memory: UnsafeMutablePointer<ClosingPlace>?
  @usableFromInline package private(set) var count = 0
  @inlinable package var isEmpty: Bool { count == 0 }

  /// No memory at all.
  @inlinable package init() {}

  /// - Parameter memory: As long as ``byteCount(_:)`` says, aligned for pointers.
  @inlinable package init(at memory: UnsafeMutableRawPointer, count: Int) {
    self.memory = memory.bindMemory(to: ClosingPlace.self, capacity: count)
    self.count = count
  }

  @inlinable package static func byteCount(_ count: Int) -> Int { count * MemoryLayout<ClosingPlace>.stride }

  @inlinable package func put(_ place: ClosingPlace, at index: Int) { memory.map { ($0 + index).initialize(to: place) } }

  /// The first ones, which are taken.
  @inlinable package func first(_ count: Int) -> Self {
    var copy = self
    copy.count = count
    return copy
  }

  /// The last place added.
  @inlinable package var last: ClosingPlace? { count == 0 ? nil : memory.map { $0[count - 1] } }

  @inlinable package mutating func removeLast() { count -= 1 }

  /// Removes the last place added; `nil` when there is none.
  @inlinable @inline(__always)
  package mutating func takeLast() -> ClosingPlace? {
    guard let last else { return nil }
    removeLast()
    return last
  }

  /// Closes the places from the last one backwards and removes them, up to the first that has to be awaited or has failed.
  ///
  /// - Returns: The failures; `nil` if there are none.
  @inlinable @inline(__always)
  package mutating func closeUntilAwaited() -> [CloseError.Failure]? {
    while let last, likely(PendingCloses.mayRunHere(last.isShielded)) {
      let closed = last.closeUnlessAwaited()
      if case .awaits = closed { return nil }
      removeLast()
      if case .failed(let failures) = closed { return failures }
    }
    return nil
  }

  /// All of them, in the order of their addition.
  package var all: [ClosingPlace] { memory.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? [] }
}
