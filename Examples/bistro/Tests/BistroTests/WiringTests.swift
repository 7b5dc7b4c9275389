// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import DovetailProfiles
import DovetailTesting
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

private let fullOrders = Bind((any OrderRepository).self) { (transaction: Transaction) in
  FullOrders(inner: SQLOrders(transaction: transaction))
}

/// A bistro in memory, in which nobody cooks.
private let house = HouseModule(
  settings: Bistro.Settings(
    profile: "test", storage: StorageSettings(path: ":memory:"), kitchen: KitchenSettings(cooks: 0)),
  logger: Logger(label: "test"))

/// A request to the bistro of the running test.
private func visit<Result>(_ body: nonisolated(nonsending) (OpenScope) async throws -> Result) async throws -> Result {
  try await Container.test.withScope(Visit.self, Call(logger: Logger(label: "test")), body: body)
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
}

/// Each test has a bistro of its own, which is stopped and closed when the test ends.
@Suite(.container(house)) struct `Requests to the wired bistro` {
  @Test(.overriding { fullOrders }) func `one whose orders cannot be kept changes nothing, and the next one can write`()
    async throws
  {
    try await Container.test.start()
    let order = NewOrder(table: 1, lines: [Line(dish: 1, quantity: 1)])
    await #expect(throws: StorageError.full) {
      try await visit { visit in _ = try await visit.resolve(OrderDesk.self).place(order) }
    }
    try await visit { visit in
      let desk = try await visit.resolve(OrderDesk.self)
      #expect(try await desk.list(after: 0, in: nil, limit: 100) == [])
      _ = try await visit.resolve(MenuDesk.self).add(NewDish(name: "Mussels", cents: 2300))
      try await visit.resolve(Transaction.self).approve()
    }
    #expect(try await visit { visit in try await visit.resolve(MenuDesk.self).dishes() }.count == 9)
  }

  @Test func `one without an approved answer is taken back, and the cached menu stays right`() async throws {
    try await Container.test.start()
    try await visit { visit in
      let desk = try await visit.resolve(MenuDesk.self)
      #expect(try await desk.dishes().count == 8)
      _ = try await desk.add(NewDish(name: "Mussels", cents: 2300))
      #expect(try await desk.dishes().count == 9)
    }
    #expect(try await visit { visit in try await visit.resolve(MenuDesk.self).dishes() }.count == 8)
  }

  @Test func `those that write at the same time wait for each other, and all are kept`() async throws {
    try await Container.test.start()
    try await withThrowingTaskGroup { group in
      for table in 1...8 {
        group.addTask {
          for _ in 1...5 {
            try await visit { visit in
              let desk = try await visit.resolve(OrderDesk.self)
              _ = try await desk.place(NewOrder(table: table, lines: [Line(dish: 1, quantity: 1)]))
              try await visit.resolve(Transaction.self).approve()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let orders = try await visit { visit in try await visit.resolve(OrderDesk.self).list(after: 0, in: nil, limit: 1000) }
    #expect(orders.map(\.id) == Array(1...40))
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
