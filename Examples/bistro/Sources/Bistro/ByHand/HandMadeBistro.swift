// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import Logging
import ServiceLifecycle

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

  func service(around server: any Service) -> any Service {
    HandMadeService(store: store, kitchen: kitchen, server: server)
  }

  func close() async throws { try store.close() }
}

/// Opens the parts in their order, lets the server run, and closes them in reverse.
private struct HandMadeService: Service {
  let store: Store
  let kitchen: Kitchen
  let server: any Service

  func run() async throws {
    try await store.migrate()
    kitchen.open()
    do { try await server.run() } catch {
      await kitchen.close()
      throw error
    }
    await kitchen.close()
  }
}
