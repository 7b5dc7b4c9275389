// SPDX-License-Identifier: Apache-2.0

/// What a table has ordered.
struct Order: Codable, Sendable, Equatable {
  /// How far an order is.
  enum State: String, Codable, Sendable, CaseIterable {
    case received, cooking, ready, served, cancelled
  }

  let id: Int
  let table: Int
  let lines: [Line]
  let state: State
  /// The sum in cents, at the prices of the moment in which it was ordered.
  let cents: Int
}

/// A dish of an order, and how often.
struct Line: Codable, Sendable, Equatable {
  let dish: Int
  let quantity: Int
}

/// An order that is to be placed.
struct NewOrder: Codable, Sendable, Equatable {
  let table: Int
  let lines: [Line]
}
