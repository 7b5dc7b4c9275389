// SPDX-License-Identifier: Apache-2.0

/// What guests and staff can do with the menu.
struct MenuDesk: Sendable {
  let menu: any MenuRepository

  func dishes() async throws -> [Dish] { try await menu.dishes() }

  /// The dish with a number.
  ///
  /// - Throws: ``Refusal/unknown(_:)``.
  func dish(_ id: Int) async throws -> Dish {
    guard let dish = try await menu.dish(id) else { throw Refusal.unknown(dish: id) }
    return dish
  }

  /// Puts a dish on the menu.
  ///
  /// - Throws: ``Refusal/invalid(_:)`` for a dish without a name or with a price that is none.
  func add(_ dish: NewDish) async throws -> Dish {
    if dish.name.allSatisfy(\.isWhitespace) { throw Refusal.invalid("a dish needs a name") }
    try check(cents: dish.cents)
    return try await menu.add(dish)
  }

  /// Changes the price of a dish, or whether it can be had.
  ///
  /// - Throws: ``Refusal``, when there is no such dish or the price is none.
  func change(_ id: Int, _ change: DishChange) async throws -> Dish {
    if let cents = change.cents { try check(cents: cents) }
    guard let dish = try await menu.change(id, change) else { throw Refusal.unknown(dish: id) }
    return dish
  }

  private func check(cents: Int) throws {
    guard (0...1_000_000).contains(cents) else {
      throw Refusal.invalid("the price is \(cents) cents; it has to be between 0 and 1000000")
    }
  }
}

extension Refusal {
  fileprivate static func unknown(dish id: Int) -> Refusal { unknown("there is no dish \(id)") }
}
