// SPDX-License-Identifier: Apache-2.0

/// Where the tables are kept.
protocol TableRepository: Sendable {
  /// All tables, by number.
  func tables() async throws -> [Table]
  /// The table with a number; `nil` when there is none.
  func table(_ id: Int) async throws -> Table?
}
