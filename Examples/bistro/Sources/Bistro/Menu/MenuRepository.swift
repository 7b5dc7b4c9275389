// SPDX-License-Identifier: Apache-2.0

/// Where the dishes are kept.
protocol MenuRepository: Sendable {
  /// All dishes, by number.
  func dishes() async throws -> [Dish]
  /// The dish with a number; `nil` when there is none.
  func dish(_ id: Int) async throws -> Dish?
  /// Puts a dish on the menu.
  func add(_ dish: NewDish) async throws -> Dish
  /// Replaces the dish that has the same number.
  func update(_ dish: Dish) async throws
}
