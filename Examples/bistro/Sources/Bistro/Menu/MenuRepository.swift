// SPDX-License-Identifier: Apache-2.0

/// Where the dishes are kept.
protocol MenuRepository: Sendable {
  /// All dishes, by number.
  func dishes() async throws -> [Dish]
  /// The dish with a number; `nil` when there is none.
  func dish(_ id: Int) async throws -> Dish?
  /// Puts a dish on the menu.
  func add(_ dish: NewDish) async throws -> Dish
  /// Changes the dish with a number, and leaves everything else about it as somebody else may just have changed it.
  ///
  /// - Returns: The dish as it is then; `nil` when there is none.
  func change(_ id: Int, _ change: DishChange) async throws -> Dish?
}
