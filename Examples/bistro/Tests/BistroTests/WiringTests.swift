// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Logging
import Testing

@testable import Bistro

/// Orders that cannot be kept.
private struct FullOrders: OrderRepository {
  let inner: SQLOrders

  func order(_ id: Int) async throws -> Order? { try await inner.order(id) }
  func orders(after id: Int, in state: Order.State?, limit: Int) async throws -> [Order] {
    try await inner.orders(after: id, in: state, limit: limit)
  }
  func orders(of table: Int) async throws -> [Order] { try await inner.orders(of: table) }
  func add(_ order: NewOrder, cents: Int) async throws -> Order {
    _ = try await inner.add(order, cents: cents)
    throw StorageError.full
  }
  func move(_ id: Int, from states: Set<Order.State>, to state: Order.State) async throws -> Bool {
    try await inner.move(id, from: states, to: state)
  }
}

private func settings(_ path: String = ":memory:") throws -> Bistro.Settings {
  try Bistro.Settings(Profile("test", ["database.path": .text(path), "kitchen.cooks": 0]))
}

private func container(_ path: String = ":memory:") throws -> Container {
  try Container(HouseModule(settings: settings(path), logger: Logger(label: "test")), roots: BistroModule.roots)
}

@Suite struct `The wiring` {
  @Test func `is right in every profile, without a warning`() {
    let report = Container.check(everyProfileOf: BistroModule.self, roots: BistroModule.roots)
    #expect(report.diagnostics.map { "\($0)" } == [])
  }

  @Test func `can be checked without opening the bistro`() async throws {
    let ending = try await BistroProcess(["--check-graph"], in: TemporaryFolder()).ending()
    #expect(ending == BistroProcess.Ending(code: 0, isBySignal: false, output: "", errors: ""))
  }

  @Test func `refuses a profile with a wrong value before anything runs`() throws {
    let module = BistroModule(profile: Profile("test", ["http.port": "eighty"]))
    let error = #expect(throws: GraphError.self) { try Container(module) }
    #expect(error.map { "\($0)".contains("http.port is \"eighty\", which is no Int") } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `a request whose orders cannot be kept changes nothing, and the next one can write`() async throws {
    let container = try container()
    let full = try container.rebuilt {
      Bind((any OrderRepository).self) { (transaction: Transaction) in
        FullOrders(inner: SQLOrders(transaction: transaction))
      }
    }
    try await full.start()
    let order = NewOrder(table: 1, lines: [Line(dish: 1, quantity: 1)])
    await #expect(throws: StorageError.full) {
      try await full.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
        _ = try await visit.resolve(OrderDesk.self).place(order)
      }
    }
    try await full.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
      let desk = try await visit.resolve(OrderDesk.self)
      #expect(try await desk.list(after: 0, in: nil, limit: 100) == [])
      _ = try await visit.resolve(MenuDesk.self).add(NewDish(name: "Mussels", cents: 2300))
      try await visit.resolve(Transaction.self).approve()
    }
    try await full.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
      #expect(try await visit.resolve(MenuDesk.self).dishes().count == 9)
    }
    try await full.stop()
    try await full.close()
  }

  @Test func `a request without an approved answer is taken back, and the cached menu stays right`() async throws {
    let container = try container()
    try await container.start()
    try await container.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
      let desk = try await visit.resolve(MenuDesk.self)
      #expect(try await desk.dishes().count == 8)
      _ = try await desk.add(NewDish(name: "Mussels", cents: 2300))
      #expect(try await desk.dishes().count == 9)
    }
    try await container.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
      #expect(try await visit.resolve(MenuDesk.self).dishes().count == 8)
    }
    try await container.stop()
    try await container.close()
  }

  @Test func `requests that write at the same time wait for each other, and all are kept`() async throws {
    let container = try container()
    try await container.start()
    try await withThrowingTaskGroup { group in
      for table in 1...8 {
        group.addTask {
          for _ in 1...5 {
            try await container.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
              let desk = try await visit.resolve(OrderDesk.self)
              _ = try await desk.place(NewOrder(table: table, lines: [Line(dish: 1, quantity: 1)]))
              try await visit.resolve(Transaction.self).approve()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await container.withScope(Visit.self, Call(logger: Logger(label: "test"))) { visit async throws in
      let orders = try await visit.resolve(OrderDesk.self).list(after: 0, in: nil, limit: 1000)
      #expect(orders.map(\.id) == Array(1...40))
    }
    try await container.stop()
    try await container.close()
  }
}

@Suite struct `The page of the graph` {
  @Test func `is there in development`() async throws {
    let folder = try TemporaryFolder()
    try await withBistro([], in: folder) { guest async throws in
      let page = try await guest.get("/graph")
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.text.contains("\"any OrderRepository\""))
    }
  }

  @Test(arguments: ["production", "test"])
  func `and nowhere else`(_ profile: String) async throws {
    let folder = try TemporaryFolder()
    try await withBistro(["--profile", profile, "--database", "bistro.sqlite"], in: folder) { guest async throws in
      let page = try await guest.get("/graph")
      #expect(page.status == 404)
      #expect(try page.json(WireError.self).error.message == "there is nothing at /graph")
    }
  }
}
