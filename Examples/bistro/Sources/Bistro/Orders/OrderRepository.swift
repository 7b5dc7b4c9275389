// SPDX-License-Identifier: Apache-2.0

/// Where the orders are kept.
protocol OrderRepository: Sendable {
  /// The order with a number; `nil` when there is none.
  func order(_ id: Int) async throws -> Order?
  /// The orders after a number, by number, at most as many as the limit; of one state, or of all when that is `nil`.
  func orders(after id: Int, in state: Order.State?, limit: Int) async throws -> [Order]
  /// The orders of a table, by number.
  func orders(of table: Int) async throws -> [Order]
  /// Keeps an order that was received, at a price that does not change any more.
  func add(_ order: NewOrder, cents: Int) async throws -> Order
  /// Moves an order on, when it is in one of some states.
  ///
  /// - Returns: Whether it was.
  func move(_ id: Int, from states: Set<Order.State>, to state: Order.State) async throws -> Bool
}
