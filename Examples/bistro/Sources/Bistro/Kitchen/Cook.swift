// SPDX-License-Identifier: Apache-2.0
import Logging

/// Cooks one order. Lives as long as that takes.
struct Cook: Sendable {
  let ticket: Ticket
  let orders: any OrderRepository
  let transaction: Transaction
  let stove: Stove
  let logger: Logger

  /// Takes the order, cooks and puts it on the counter. An order that was cancelled is left alone.
  func cook() async throws {
    guard try await orders.move(ticket.order, from: [.received, .cooking], to: .cooking) else { return }
    try await transaction.commit()
    try await stove.heat(dishes: ticket.dishes)
    _ = try await orders.move(ticket.order, from: [.cooking], to: .ready)
    try await transaction.commit()
    logger.debug("order ready", metadata: ["order": "\(ticket.order)"])
  }
}

/// Where the time goes.
struct Stove: Sendable {
  let millisecondsPerDish: Int

  func heat(dishes: Int) async throws {
    if millisecondsPerDish > 0 { try await Task.sleep(for: .milliseconds(millisecondsPerDish * dishes)) }
  }
}
