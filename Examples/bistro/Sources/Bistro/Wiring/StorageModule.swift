// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle

extension Key<Transaction> {
  /// That of the kitchen: it commits while an order is being cooked.
  static var kitchen: Self { Self(named: "kitchen") }
}

extension Key<any OrderRepository> {
  /// That of the kitchen.
  static var kitchen: Self { Self(named: "kitchen") }
}

/// The database, and what is kept in it.
struct StorageModule: Module {
  let settings: StorageSettings

  var bindings: Bindings {
    Bind { [settings] in try Store(settings) }.in(.singleton)
      .onStart { try await $0.migrate() }
      .onClose { try $0.close() }

    // A request has one, and what was written in it is kept or taken back when the request closes: fully, even if the request is cancelled.
    Bind(Transaction.init).in(.scoped(Visit.self)).onClose(when: \.hasWritten, shielded: false) { try await $0.close() }
    Bind((any MenuRepository).self, SQLMenu.init)
    Bind((any TableRepository).self, SQLTables.init)
    Bind((any OrderRepository).self, SQLOrders.init)

    // And so has the kitchen, for every order.
    Bind(Transaction.init).named(.kitchen).in(.scoped(Cooking.self))
      .onClose(when: \.hasWritten, shielded: false) { try await $0.close() }
    Bind((any OrderRepository).self, SQLOrders.init).named(.kitchen).needs(Key<Transaction>.kitchen)
  }
}
