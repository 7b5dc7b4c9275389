// SPDX-License-Identifier: Apache-2.0
import GRDB

/// The database did not do what was wanted of it.
enum StorageError: Error, Equatable {
  /// Somebody else keeps it locked, for longer than the bistro waits.
  case locked
  /// It can be read and not written.
  case readOnly
  /// There is no room for more, on the disk or within the quota.
  case full
  /// A transaction was asked for a statement while another one was being begun.
  case twoStatementsAtOnce
  /// Anything else, in SQLite's words.
  case other(String)

  init(_ error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_READONLY: self = .readOnly
    case .SQLITE_FULL: self = .full
    default:
      self = .other("SQLite error \(error.extendedResultCode.rawValue): \(error.message ?? "no reason given")")
    }
  }

  /// Runs something on the database, and throws what goes wrong as a ``StorageError``.
  nonisolated(nonsending) static func translating<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    do { return try await body() } catch let error as DatabaseError { throw StorageError(error) }
  }
}
