// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

// What is opened inside an owner.
extension CloseRecord {
  /// The parts that are open inside, all builds but one, and those who wait.
  // SAFETY: only touched under the lock of the record.
  final class Rest: @unchecked Sendable {
    /// Each in its seat; an empty seat is taken first.
    var parts: [Part?] = []
    var emptySeats: [Int] = []
    var builds: [BuildNote] = []
    /// Where the closing waits for builds. Shape: [number of the build: address in the wait graph].
    var awaited: [Int: UInt] = [:]
    /// The tasks and the threads that wait for the end of the closing.
    var waiters: [CheckedContinuation<Void, Never>] = []
    var parkers: [Parker] = []

    var isCrowded: Bool { parts.count > emptySeats.count || !builds.isEmpty }
  }

  /// What is open inside.
  struct Part: Sendable {
    let number: Int
    /// The part, if it is certain to be closed by the code that opened it.
    private let held: (any ClosingWhole)?
    /// Any other: that code holds it, and may drop it without closing it.
    private weak let reference: (any ClosingWhole)?

    init(_ part: any ClosingWhole, number: Int, isHeld: Bool) {
      self.number = number
      held = isHeld ? part : nil
      reference = isHeld ? nil : part
    }

    var part: (any ClosingWhole)? { held ?? reference }
  }

  /// Where a part sits in the list of what it was opened in.
  package struct Seat: ~Copyable, Sendable {
    fileprivate let index = Atomic<Int>(-1)

    package init() {}

    /// Whether what the part was opened in knows it, and closes it.
    package var isTaken: Bool { index.load(ordering: .acquiring) >= 0 }

    fileprivate func leave() -> Int? {
      let left = index.exchange(-1, ordering: .acquiringAndReleasing)
      return left < 0 ? nil : left
    }
  }
}

extension CloseRecord {
  /// The place of a part that opens now in the order of openings.
  package func nextOpening() -> Int { openings.add(1, ordering: .relaxed).newValue }

  /// Remembers a part opened inside, until it is forgotten; twice is the same as once.
  ///
  /// - Parameters:
  ///   - seat: The part's own.
  ///   - number: What ``nextOpening()`` gave when the part opened.
  ///   - isHeld: Whether the part is certain to be closed by the code that opened it.
  /// - Returns: Whether it will be closed; false when the closing has begun already.
  package borrowing func adopt(
    _ part: any ClosingWhole, in seat: borrowing Seat, _ number: Int, isHeld: Bool = false
  ) -> Bool {
    state.withLock { state in
      if isClosed { return false }
      if seat.isTaken { return true }
      let (rest, part) = (state.madeRest, Part(part, number: number, isHeld: isHeld))
      if let empty = rest.emptySeats.popLast() {
        rest.parts[empty] = part
        seat.index.store(empty, ordering: .releasing)
      } else {
        rest.parts.append(part)
        seat.index.store(rest.parts.count - 1, ordering: .releasing)
      }
      return true
    }
  }

  /// Forgets a part that has closed or was released.
  package borrowing func forget(_ seat: borrowing Seat) {
    state.withLock { state in
      guard let rest = state.rest, let index = seat.leave() else { return }
      rest.parts[index] = nil
      rest.emptySeats.append(index)
    }
  }

  /// Remembers what a part has left behind, in the place of the part, which is dropped.
  ///
  /// - Returns: Whether it will be closed; false when the closing has begun already.
  borrowing func replace(_ seat: borrowing Seat, with left: LeftBehind) -> Bool {
    state.withLock { state in
      guard !isClosed, let rest = state.rest, let index = seat.leave(), let dropped = rest.parts[index] else { return false }
      rest.parts[index] = Part(left, number: dropped.number, isHeld: true)
      return true
    }
  }

  /// The parts that are open inside, newest first.
  package var parts: [any ClosingWhole] {
    // Read outside the lock: this code may release the last reference to a part, which then calls `forget(_:)`.
    let parts = state.withLock { $0.rest?.parts.compactMap(\.self) ?? [] }
    return sortedPlaces(parts.count) { parts[$0].number > parts[$1].number }.compactMap { parts[$0].part }
  }
}
