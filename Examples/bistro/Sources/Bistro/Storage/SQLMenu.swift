// SPDX-License-Identifier: Apache-2.0
import GRDB

/// The menu in the database.
struct SQLMenu: MenuRepository {
  let transaction: Transaction

  func dishes() async throws -> [Dish] {
    try await transaction.read { database in
      try Dish.fetchAll(database.cachedStatement(sql: "SELECT id, name, cents, isAvailable FROM dish ORDER BY id"))
    }
  }

  func dish(_ id: Int) async throws -> Dish? {
    try await transaction.read { database in
      let statement = try database.cachedStatement(sql: "SELECT id, name, cents, isAvailable FROM dish WHERE id = ?")
      return try Dish.fetchOne(statement, arguments: [id])
    }
  }

  func add(_ dish: NewDish) async throws -> Dish {
    try await transaction.write { database in
      try database.execute(sql: "INSERT INTO dish (name, cents) VALUES (?, ?)", arguments: [dish.name, dish.cents])
      return Dish(id: Int(database.lastInsertedRowID), name: dish.name, cents: dish.cents, isAvailable: true)
    }
  }

  func change(_ id: Int, _ change: DishChange) async throws -> Dish? {
    try await transaction.write { database in
      let statement = try database.cachedStatement(
        sql: """
          UPDATE dish SET cents = COALESCE(?, cents), isAvailable = COALESCE(?, isAvailable) WHERE id = ?
          RETURNING id, name, cents, isAvailable
          """)
      return try Dish.fetchOne(statement, arguments: [change.cents, change.isAvailable, id])
    }
  }
}

extension Dish: FetchableRecord {
  init(row: Row) { self.init(id: row[0], name: row[1], cents: row[2], isAvailable: row[3]) }
}
