// SPDX-License-Identifier: Apache-2.0

/// A table where guests sit.
struct Table: Codable, Sendable, Equatable {
  let id: Int
  let seats: Int
}

/// What the guests of a table have to pay.
struct Bill: Codable, Sendable, Equatable {
  let table: Int
  /// The orders that it is for, by number; none that was cancelled.
  let orders: [Int]
  /// The sum in cents.
  let cents: Int
}
