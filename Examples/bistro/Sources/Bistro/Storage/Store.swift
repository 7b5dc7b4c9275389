// SPDX-License-Identifier: Apache-2.0
import GRDB

/// The open database.
final class Store: Sendable {
  let settings: StorageSettings
  let writer: any DatabaseWriter
  /// Whoever writes has to pass; in memory, where there is one connection only, whoever reads too.
  let turnstile = Turnstile()

  /// Opens the database, and creates an empty one where there is none.
  ///
  /// - Throws: ``StartupError`` that says why it cannot be opened.
  init(_ settings: StorageSettings) throws {
    self.settings = settings
    var configuration = Configuration()
    configuration.readonly = settings.isReadOnly
    configuration.busyMode = .timeout(Double(settings.busyMilliseconds) / 1000)
    // A transaction of the bistro takes several accesses; see Transaction.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // What was acknowledged survives a power cut, not only the end of the process.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      if let pages = settings.maxPages { _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(pages)") }
    }
    do {
      writer =
        try settings.isInMemory
        ? DatabaseQueue(configuration: configuration) : DatabasePool(path: settings.path, configuration: configuration)
    } catch let error as DatabaseError {
      throw StartupError.database(settings, StorageError(error))
    }
  }

  /// Reads outside of any transaction: sees what is committed.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await StorageError.translating {
      guard settings.isInMemory else { return try await writer.read(body) }
      try await turnstile.enter()
      defer { turnstile.leave() }
      return try await writer.read(body)
    }
  }

  /// Closes the database. What reads or writes at this moment is waited for.
  func close() throws { try writer.close() }
}
