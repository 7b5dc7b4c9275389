// SPDX-License-Identifier: Apache-2.0

/// Something that can be ordered.
struct Dish: Codable, Sendable, Equatable {
  let id: Int
  var name: String
  /// The price in cents.
  var cents: Int
  /// Whether the kitchen has it today.
  var isAvailable: Bool
}

/// A dish that is to come on the menu.
struct NewDish: Codable, Sendable, Equatable {
  let name: String
  let cents: Int
}

/// What changes about a dish; what is not given stays.
struct DishChange: Codable, Sendable, Equatable {
  var cents: Int?
  var isAvailable: Bool?
}
