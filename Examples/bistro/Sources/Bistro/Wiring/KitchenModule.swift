// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Logging

/// The kitchen, which works in the background.
struct KitchenModule: Module {
  let settings: KitchenSettings

  var bindings: Bindings {
    Bind(Bell.init).in(.singleton)
    Bind { [settings] in Stove(millisecondsPerDish: settings.millisecondsPerDish) }
    Bind { (store: Store) in TicketRail(orders: SQLOrders(transaction: Transaction(store: store))) }
    Bind(Cook.init).needs(Key<any OrderRepository>.kitchen).needs(Key<Transaction>.kitchen)
    Bind { [settings] (rail: TicketRail, bell: Bell, logger: Logger, resolver: any Resolver) in
      Kitchen(cooks: settings.cooks, rail: rail, bell: bell, logger: logger) { ticket in
        try await resolver.withScope(Cooking.self, ticket) { try await $0.resolve(Cook.self).cook() }
      }
    }
    .needs(Provider<Cook>.self)
    .in(.singleton)
    .onStart { $0.open() }
    .onStop { await $0.close() }
  }
}
