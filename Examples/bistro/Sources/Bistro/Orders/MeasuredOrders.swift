// SPDX-License-Identifier: Apache-2.0

/// Counts what is done with the orders, and how long it takes.
struct MeasuredOrders: OrderRepository {
  let inner: any OrderRepository
  let metrics: Metrics

  func order(_ id: Int) async throws -> Order? {
    try await metrics.measure(.orderRead) { try await inner.order(id) }
  }

  func orders(after id: Int, in state: Order.State?, limit: Int) async throws -> [Order] {
    try await metrics.measure(.orderList) { try await inner.orders(after: id, in: state, limit: limit) }
  }

  func orders(of table: Int) async throws -> [Order] {
    try await metrics.measure(.orderList) { try await inner.orders(of: table) }
  }

  func add(_ order: NewOrder, cents: Int) async throws -> Order {
    try await metrics.measure(.orderAdd) { try await inner.add(order, cents: cents) }
  }

  func move(_ id: Int, from states: Set<Order.State>, to state: Order.State) async throws -> Bool {
    try await metrics.measure(.orderMove) { try await inner.move(id, from: states, to: state) }
  }
}
