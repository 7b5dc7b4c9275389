// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is to be closed when a component closes, or a `withOverrides(_:)` ends: newest first, once.
struct MemberClosers: ~Copyable, Sendable {
  struct State: Sendable {
    var isClosed = false
    var cells: [MemberCell] = []
  }

  private let closed = Atomic<Bool>(false)
  private let state = Lock(State())

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Remembers a cell whose value is to be closed.
  ///
  /// - Returns: Whether it will be; false when it has closed already, and the caller has to see to it.
  borrowing func add(_ cell: MemberCell) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      if state.cells.isEmpty { state.cells.reserveCapacity(8) }
      state.cells.append(cell)
      return true
    }
  }

  /// Closes everything. Later calls do nothing.
  ///
  /// - Parameter begin: Runs first, when ``isClosed`` is true already.
  borrowing func close(_ begin: () -> Void = {}) {
    closed.store(true, ordering: .releasing)
    begin()
    let cells = state.withLock { state in
      state.isClosed = true
      defer { state.cells = [] }
      return state.cells
    }
    for cell in cells.reversed() { cell.close() }
  }
}
