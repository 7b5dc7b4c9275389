// SPDX-License-Identifier: Apache-2.0
import GRDB

extension Store {
  /// Brings the tables of the database to what this version of the bistro needs, without taking a thread for it.
  ///
  /// - Throws: ``StartupError``, when the database is newer than the program, locked, full or may not be written.
  func migrate() async throws {
    let migrator = Store.migrator
    do {
      try await StorageError.translating {
        let isNewer = try await writer.read { try migrator.hasBeenSuperseded($0) }
        if isNewer { throw StartupError.newerDatabase(settings) }
        if settings.isReadOnly {
          let isComplete = try await writer.read { try migrator.hasCompletedMigrations($0) }
          if !isComplete { throw StartupError.olderDatabase(settings) }
          return
        }
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
          migrator.asyncMigrate(writer) { result in done.resume(with: result.map { _ in }) }
        }
      }
    } catch let error as StorageError {
      throw StartupError.database(settings, error)
    }
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 menu, tables and orders") { database in
      try database.execute(sql: schema)
      for (name, cents) in menu {
        try database.execute(sql: "INSERT INTO dish (name, cents) VALUES (?, ?)", arguments: [name, cents])
      }
      for seats in [2, 2, 2, 4, 4, 4, 6, 8] {
        try database.execute(sql: "INSERT INTO diningTable (seats) VALUES (?)", arguments: [seats])
      }
    }
    migrator.registerMigration("2 orders by state and by table") { database in
      try database.execute(
        sql: """
          CREATE INDEX orderByState ON placedOrder (state, id);
          CREATE INDEX orderByTable ON placedOrder (diningTable, id);
          """)
    }
    return migrator
  }

  private static let schema = """
    CREATE TABLE dish (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, cents INTEGER NOT NULL, isAvailable INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE diningTable (id INTEGER PRIMARY KEY, seats INTEGER NOT NULL);
    CREATE TABLE placedOrder (
      id INTEGER PRIMARY KEY AUTOINCREMENT, diningTable INTEGER NOT NULL REFERENCES diningTable (id),
      lines TEXT NOT NULL, state TEXT NOT NULL, cents INTEGER NOT NULL);
    """

  /// What a new bistro has on its menu.
  private static let menu = [
    ("Onion soup", 850), ("Oysters", 1800), ("Sole", 3200), ("Steak and chips", 2650), ("Ratatouille", 1750),
    ("Cheese", 1100), ("Crème brûlée", 900), ("Coffee", 300),
  ]
}
