// SPDX-License-Identifier: Apache-2.0
import Testing

@Suite struct `Guests` {
  @Test(arguments: Wired.allCases)
  func `read the menu and the tables`(_ wired: Wired) async throws {
    let ending = try await withBistro(wired: wired) { guest async throws in
      let menu: [WireDish] = try await guest.get("/menu").json()
      #expect(menu.count == 8)
      #expect(menu.first == WireDish(id: 1, name: "Onion soup", cents: 850, isAvailable: true))
      let dish = try await guest.get("/menu/4")
      #expect(dish.status == 200)
      #expect(dish.text == #"{"cents":2650,"id":4,"isAvailable":true,"name":"Steak and chips"}"#)
      #expect(try await guest.get("/tables/8").text == #"{"id":8,"seats":8}"#)
      #expect(try await guest.get("/health").text == #"{"status":"open"}"#)
      let head = try await guest.send("HEAD", "/menu")
      #expect(head.status == 200)
      #expect(head.text == "")
    }
    #expect(ending.code == 0)
    #expect(ending.output.hasSuffix("the bistro is closed\n"))
  }

  @Test(arguments: Wired.allCases)
  func `order, are cooked for, are served and pay`(_ wired: Wired) async throws {
    try await withBistro(wired: wired) { guest async throws in
      let placed = try await guest.post("/orders", #"{"table":3,"lines":[{"dish":1,"quantity":2},{"dish":8,"quantity":1}]}"#)
      #expect(placed.status == 201)
      #expect(placed.headers["location"] == "/orders/1")
      let order: WireOrder = try placed.json()
      let lines = [WireLine(dish: 1, quantity: 2), WireLine(dish: 8, quantity: 1)]
      #expect(order == WireOrder(id: 1, table: 3, lines: lines, state: "received", cents: 2000))

      let ready = try await guest.wait(for: "/orders/1") { try $0.json(WireOrder.self).state == "ready" }
      #expect(try ready.json() == WireOrder(id: 1, table: 3, lines: lines, state: "ready", cents: 2000))
      let late = try await guest.send("DELETE", "/orders/1")
      #expect(late.status == 409)
      #expect(
        try late.json(WireError.self).error.message
          == "order 1 is ready; only one that is received can be cancelled")
      #expect(try await guest.post("/orders/1/serve").json(WireOrder.self).state == "served")
      #expect(try await guest.get("/tables/3/bill").json() == WireBill(table: 3, orders: [1], cents: 2000))
      #expect(try await guest.get("/tables/4/bill").json() == WireBill(table: 4, orders: [], cents: 0))
    }
  }

  @Test(arguments: Wired.allCases)
  func `take an order back as long as nobody cooks it`(_ wired: Wired) async throws {
    try await withBistro(wired: wired, environment: ["BISTRO_KITCHEN_COOKS": "0"]) { guest async throws in
      #expect(try await guest.post("/orders", #"{"table":1,"lines":[{"dish":2,"quantity":1}]}"#).status == 201)
      #expect(try await guest.send("DELETE", "/orders/1").json(WireOrder.self).state == "cancelled")
      #expect(try await guest.get("/orders?state=cancelled").json([WireOrder].self).map(\.id) == [1])
      #expect(try await guest.get("/orders?state=received").text == "[]")
      #expect(try await guest.get("/tables/1/bill").json() == WireBill(table: 1, orders: [], cents: 0))
    }
  }

  @Test(arguments: Wired.allCases)
  func `see a change of the menu at once`(_ wired: Wired) async throws {
    try await withBistro(wired: wired) { guest async throws in
      #expect(try await guest.get("/menu").json([WireDish].self).count == 8)
      let added = try await guest.post("/menu", #"{"name":"Mussels","cents":2300}"#)
      #expect(added.status == 201)
      #expect(added.text == #"{"cents":2300,"id":9,"isAvailable":true,"name":"Mussels"}"#)
      #expect(try await guest.get("/menu").json([WireDish].self).count == 9)
      let changed = try await guest.send("PATCH", "/menu/9", #"{"isAvailable":false}"#)
      #expect(changed.text == #"{"cents":2300,"id":9,"isAvailable":false,"name":"Mussels"}"#)
      #expect(try await guest.get("/menu/9").text == changed.text)
      let order = try await guest.post("/orders", #"{"table":1,"lines":[{"dish":9,"quantity":1}]}"#)
      #expect(order.status == 409)
      #expect(try order.json(WireError.self).error.message == "Mussels is not to be had today")
    }
  }

  @Test(arguments: Wired.allCases)
  func `change a dish at the same time, and nothing that they changed is lost`(_ wired: Wired) async throws {
    try await withBistro(wired: wired) { guest async throws in
      for cents in 1...25 {
        let isAvailable = cents.isMultiple(of: 2)
        async let price = guest.send("PATCH", "/menu/1", #"{"cents":\#(cents)}"#)
        async let offer = guest.send("PATCH", "/menu/1", #"{"isAvailable":\#(isAvailable)}"#)
        #expect(try await [price.status, offer.status] == [200, 200])
        let dish = WireDish(id: 1, name: "Onion soup", cents: cents, isAvailable: isAvailable)
        #expect(try await guest.get("/menu/1").json() == dish)
      }
    }
  }

  @Test(arguments: Wired.allCases)
  func `page through the orders`(_ wired: Wired) async throws {
    try await withBistro(wired: wired, environment: ["BISTRO_KITCHEN_COOKS": "0"]) { guest async throws in
      for table in 1...5 {
        _ = try await guest.post("/orders", #"{"table":\#(table),"lines":[{"dish":1,"quantity":1}]}"#)
      }
      #expect(try await guest.get("/orders?limit=2").json([WireOrder].self).map(\.id) == [1, 2])
      #expect(try await guest.get("/orders?limit=2&after=2").json([WireOrder].self).map(\.id) == [3, 4])
      #expect(try await guest.get("/orders?after=4").json([WireOrder].self).map(\.table) == [5])
    }
  }

  @Test(arguments: Wired.allCases)
  func `are counted by the decorator around the orders`(_ wired: Wired) async throws {
    struct Figures: Codable {
      let count: Int
      let failures: Int
      let microseconds: Int
    }
    try await withBistro(wired: wired, environment: ["BISTRO_KITCHEN_COOKS": "0"]) { guest async throws in
      _ = try await guest.post("/orders", #"{"table":1,"lines":[{"dish":1,"quantity":1}]}"#)
      _ = try await guest.get("/orders/1")
      _ = try await guest.get("/orders/2")
      let figures: [String: Figures] = try await guest.get("/metrics").json()
      #expect(figures.mapValues(\.count) == ["order.add": 1, "order.read": 2, "order.list": 0, "order.move": 0])
      #expect(figures.mapValues(\.failures) == ["order.add": 0, "order.read": 0, "order.list": 0, "order.move": 0])
    }
  }
}
