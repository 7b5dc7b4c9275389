// SPDX-License-Identifier: Apache-2.0

/// The order of a customer; handed over when the workshop opens.
struct Order: Sendable {
  let number: Int
  let text: String

  static let tyres = Order(number: 7, text: "new tyres")
}

/// The paper that goes with one order.
final class Ticket: Part {
  let order: Order

  init(order: Order) { self.order = order }

  var label: String { "ticket for order \(order.number): \(order.text)" }
}

/// A place to work at; there is one for each order.
final class Bench: Part {
  let ticket: Ticket
  let car: Car

  init(ticket: Ticket, car: Car) {
    self.ticket = ticket
    self.car = car
  }

  var label: String { "bench" }
  var parts: [any Part] { [ticket, car] }
}
