// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The menu as it was read last, shared by all requests.
///
/// Every change of the menu counts up the edition. What was read is kept only for the edition in which reading began, so that a slow reader
/// never puts an old menu over a new one.
final class MenuCache: Sendable {
  private struct State {
    var edition = 0
    var dishes: [Dish]?
  }

  private let state = Mutex(State())

  init() {}

  /// The menu, if it is known, and the edition that a reader has to name when it keeps one.
  var current: (dishes: [Dish]?, edition: Int) { state.withLock { ($0.dishes, $0.edition) } }

  /// Keeps what was read, unless the menu has changed since then.
  func keep(_ dishes: [Dish], of edition: Int) {
    state.withLock { if $0.edition == edition { $0.dishes = dishes } }
  }

  /// Forgets the menu: it has changed.
  func forget() { state.withLock { $0 = State(edition: $0.edition + 1) } }
}
