// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Logging

/// The bistro wired by hand: what `Wiring` says in binds, in the order in which it has to be done.
///
/// It is here to be compared with: the load script runs both.
struct HandMadeBistro: House {
  let metrics = Metrics()
  let requests: HandMadeRequests
  let graphPage: (@Sendable () -> String)? = nil
  private let store: Store
  private let kitchen: Kitchen

  init(_ settings: Settings, logger: Logger) throws {
    let store = try Store(settings.storage)
    let (bell, cache, metrics) = (Bell(), MenuCache(), metrics)
    let stove = Stove(millisecondsPerDish: settings.kitchen.millisecondsPerDish)
    let rail = TicketRail(orders: SQLOrders(transaction: Transaction(store: store)))
    self.store = store
    requests = HandMadeRequests(store: store, cache: cache, metrics: metrics, bell: bell)
    kitchen = Kitchen(cooks: settings.kitchen.cooks, rail: rail, bell: bell, logger: logger) { ticket in
      let transaction = Transaction(store: store)
      let orders = MeasuredOrders(inner: SQLOrders(transaction: transaction), metrics: metrics)
      let cook = Cook(ticket: ticket, orders: orders, transaction: transaction, stove: stove, logger: logger)
      do { try await cook.cook() } catch {
        try? await transaction.close()
        throw error
      }
      try await transaction.close()
    }
  }

  func open() async throws {
    do { try await store.migrate() } catch {
      try? store.close()
      throw error
    }
    kitchen.open()
  }

  func close() async throws {
    await kitchen.close()
    try store.close()
  }
}
