// SPDX-License-Identifier: Apache-2.0
import Logging

/// What guests and staff can do with orders.
struct OrderDesk: Sendable {
  let orders: any OrderRepository
  let menu: any MenuRepository
  let tables: any TableRepository
  let transaction: Transaction
  let bell: Bell
  let call: Call

  /// The order with a number.
  ///
  /// - Throws: ``Refusal/unknown(_:)``.
  func order(_ id: Int) async throws -> Order {
    guard let order = try await orders.order(id) else { throw Refusal.unknown("there is no order \(id)") }
    return order
  }

  /// A page of orders, by number.
  ///
  /// - Throws: ``Refusal/invalid(_:)`` for a limit that is none.
  func list(after id: Int, in state: Order.State?, limit: Int) async throws -> [Order] {
    guard (1...1000).contains(limit) else {
      throw Refusal.invalid("the limit is \(limit); it has to be between 1 and 1000")
    }
    return try await orders.orders(after: id, in: state, limit: limit)
  }

  /// Takes an order, and rings for the kitchen as soon as it is committed.
  ///
  /// - Throws: ``Refusal/invalid(_:)`` that names what is wrong with it.
  func place(_ wanted: NewOrder) async throws -> Order {
    guard (1...100).contains(wanted.lines.count) else {
      throw Refusal.invalid("the order has \(wanted.lines.count) lines; it has to have between 1 and 100")
    }
    guard try await tables.table(wanted.table) != nil else { throw Refusal.invalid("there is no table \(wanted.table)") }
    var cents = 0
    for line in wanted.lines { cents += try await price(of: line) }
    let order = try await orders.add(wanted, cents: cents)
    transaction.afterCommit { [bell] in bell.ring() }
    call.logger.debug("order received", metadata: ["order": "\(order.id)", "table": "\(order.table)"])
    return order
  }

  /// Takes an order back, as long as nobody cooks it.
  ///
  /// - Throws: ``Refusal``, when there is no such order or it is too late.
  func cancel(_ id: Int) async throws -> Order { try await move(id, from: .received, to: .cancelled) }

  /// Brings an order to its table.
  ///
  /// - Throws: ``Refusal``, when there is no such order or it is not ready.
  func serve(_ id: Int) async throws -> Order { try await move(id, from: .ready, to: .served) }

  private func price(of line: Line) async throws -> Int {
    guard (1...99).contains(line.quantity) else {
      throw Refusal.invalid("\(line.quantity) of dish \(line.dish); it has to be between 1 and 99")
    }
    guard let dish = try await menu.dish(line.dish) else { throw Refusal.invalid("there is no dish \(line.dish)") }
    guard dish.isAvailable else { throw Refusal.conflict("\(dish.name) is not to be had today") }
    return dish.cents * line.quantity
  }

  private func move(_ id: Int, from: Order.State, to state: Order.State) async throws -> Order {
    let isMoved = try await orders.move(id, from: [from], to: state)
    let order = try await order(id)
    guard isMoved else {
      throw Refusal.conflict("order \(id) is \(order.state.rawValue); only one that is \(from.rawValue) can be \(state.rawValue)")
    }
    return order
  }
}
