// SPDX-License-Identifier: Apache-2.0

// What stands on the wire, written down once more, so that a change of the API shows.

struct WireDish: Codable, Equatable {
  let id: Int
  let name: String
  let cents: Int
  let isAvailable: Bool
}

struct WireOrder: Codable, Equatable {
  let id: Int
  let table: Int
  let lines: [WireLine]
  let state: String
  let cents: Int
}

struct WireLine: Codable, Equatable {
  let dish: Int
  let quantity: Int
}

struct WireBill: Codable, Equatable {
  let table: Int
  let orders: [Int]
  let cents: Int
}

struct WireError: Codable, Equatable {
  struct Message: Codable, Equatable {
    let message: String
  }

  let error: Message
}
