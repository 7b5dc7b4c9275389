// SPDX-License-Identifier: Apache-2.0
import GRDB

/// The tables in the database.
struct SQLTables: TableRepository {
  let transaction: Transaction

  func tables() async throws -> [Table] {
    try await transaction.read { database in
      try Table.fetchAll(database.cachedStatement(sql: "SELECT id, seats FROM diningTable ORDER BY id"))
    }
  }

  func table(_ id: Int) async throws -> Table? {
    try await transaction.read { database in
      let statement = try database.cachedStatement(sql: "SELECT id, seats FROM diningTable WHERE id = ?")
      return try Table.fetchOne(statement, arguments: [id])
    }
  }
}

extension Table: FetchableRecord {
  init(row: Row) { self.init(id: row[0], seats: row[1]) }
}
