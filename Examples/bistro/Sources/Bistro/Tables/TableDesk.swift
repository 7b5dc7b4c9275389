// SPDX-License-Identifier: Apache-2.0

/// What guests and staff can do with the tables.
struct TableDesk: Sendable {
  let tables: any TableRepository
  let orders: any OrderRepository

  func all() async throws -> [Table] { try await tables.tables() }

  /// The table with a number.
  ///
  /// - Throws: ``Refusal/unknown(_:)``.
  func table(_ id: Int) async throws -> Table {
    guard let table = try await tables.table(id) else { throw Refusal.unknown("there is no table \(id)") }
    return table
  }

  /// The bill of a table.
  ///
  /// - Throws: ``Refusal/unknown(_:)``.
  func bill(_ id: Int) async throws -> Bill {
    _ = try await table(id)
    let billed = try await orders.orders(of: id).filter { $0.state != .cancelled }
    return Bill(table: id, orders: billed.map(\.id), cents: billed.reduce(0) { $0 + $1.cents })
  }
}
