// SPDX-License-Identifier: Apache-2.0

/// An order as it hangs over the stove.
struct Ticket: Sendable, Equatable {
  let order: Int
  /// How many dishes there are to cook.
  let dishes: Int
}

/// Reads the tickets that wait.
struct TicketRail: Sendable {
  let orders: any OrderRepository

  /// The tickets after an order, by number: what nobody cooks yet, and what was being cooked when the kitchen closed the last time.
  func next(after order: Int, limit: Int) async throws -> [Ticket] {
    let received = try await orders.orders(after: order, in: .received, limit: limit)
    let left = try await orders.orders(after: order, in: .cooking, limit: limit)
    return (received + left).sorted { $0.id < $1.id }.prefix(limit).map { order in
      Ticket(order: order.id, dishes: order.lines.reduce(0) { $0 + $1.quantity })
    }
  }
}
