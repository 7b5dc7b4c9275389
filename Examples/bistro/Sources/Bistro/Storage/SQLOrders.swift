// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// The orders in the database.
struct SQLOrders: OrderRepository {
  private static let columns = "SELECT id, diningTable, lines, state, cents FROM placedOrder"

  let transaction: Transaction

  func order(_ id: Int) async throws -> Order? {
    try await transaction.read { database in
      let statement = try database.cachedStatement(sql: "\(SQLOrders.columns) WHERE id = ?")
      return try Row.fetchOne(statement, arguments: [id]).map { try Order(row: $0) }
    }
  }

  func orders(after id: Int, in state: Order.State?, limit: Int) async throws -> [Order] {
    try await transaction.read { database in
      let condition = state == nil ? "id > ?1" : "id > ?1 AND state = ?3"
      let statement = try database.cachedStatement(sql: "\(SQLOrders.columns) WHERE \(condition) ORDER BY id LIMIT ?2")
      let arguments: StatementArguments = state.map { [id, limit, $0.rawValue] } ?? [id, limit]
      return try Row.fetchAll(statement, arguments: arguments).map { try Order(row: $0) }
    }
  }

  func orders(of table: Int) async throws -> [Order] {
    try await transaction.read { database in
      let statement = try database.cachedStatement(sql: "\(SQLOrders.columns) WHERE diningTable = ? ORDER BY id")
      return try Row.fetchAll(statement, arguments: [table]).map { try Order(row: $0) }
    }
  }

  func add(_ order: NewOrder, cents: Int) async throws -> Order {
    let lines = String(decoding: try JSONEncoder().encode(order.lines), as: UTF8.self)
    return try await transaction.write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT INTO placedOrder (diningTable, lines, state, cents) VALUES (?, ?, ?, ?)")
      try statement.execute(arguments: [order.table, lines, Order.State.received.rawValue, cents])
      return Order(
        id: Int(database.lastInsertedRowID), table: order.table, lines: order.lines, state: .received, cents: cents)
    }
  }

  func move(_ id: Int, from states: Set<Order.State>, to state: Order.State) async throws -> Bool {
    let known = states.map(\.rawValue).sorted()
    return try await transaction.write { database in
      let marks = known.map { _ in "?" }.joined(separator: ", ")
      let statement = try database.cachedStatement(
        sql: "UPDATE placedOrder SET state = ? WHERE id = ? AND state IN (\(marks))")
      try statement.execute(arguments: [state.rawValue, id] + StatementArguments(known))
      return database.changesCount > 0
    }
  }
}

extension Order {
  /// - Throws: ``StorageError``, when the row was not written by the bistro.
  fileprivate init(row: Row) throws {
    let (lines, state): (String, String) = (row[2], row[3])
    guard let known = State(rawValue: state), let list = try? JSONDecoder().decode([Line].self, from: Data(lines.utf8)) else {
      throw StorageError.other("order \(row[0] as Int) cannot be read: \(lines), \(state)")
    }
    self.init(id: row[0], table: row[1], lines: list, state: known, cents: row[4])
  }
}
