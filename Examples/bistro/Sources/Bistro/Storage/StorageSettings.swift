// SPDX-License-Identifier: Apache-2.0

/// Which database, and how it is used.
struct StorageSettings: Sendable, Equatable {
  /// The file; `:memory:` for a database that ends with the program.
  var path: String
  /// Whether nothing may be written.
  var isReadOnly = false
  /// How long to wait for somebody else who has locked the database.
  var busyMilliseconds = 2000
  /// How many pages of 4 kB it may have; as many as there is room for when it is `nil`.
  var maxPages: Int?

  var isInMemory: Bool { path == ":memory:" }
}
