// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is to be done when a container or a scope closes, newest first, once.
final class CloseList: Sendable {
  private struct State: Sendable {
    var isClosed = false
    var actions: [@Sendable () -> Void] = []
  }

  private let closed = Atomic<Bool>(false)
  private let state = Lock(State())

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Remembers an action.
  ///
  /// - Returns: Whether it will be done; false when the owner has closed already, and the caller has to see to it.
  func add(_ action: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.actions.append(action) }
      return !state.isClosed
    }
  }

  /// Does everything that was remembered, in reverse order. Only the first call does anything.
  func close() {
    closed.store(true, ordering: .releasing)
    let actions = state.withLock { state in
      state.isClosed = true
      defer { state.actions = [] }
      return state.actions
    }
    for action in actions.reversed() { action() }
  }
}
