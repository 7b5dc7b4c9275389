// SPDX-License-Identifier: Apache-2.0
import Dovetail

// The shop that the suites test: types that import nothing of the framework, and a module with an external binding. Messages name lines of this file.

protocol Store: Sendable {
  var name: String { get }
}

final class DiskStore: Store {
  let name = "disk"
}

final class MemoryStore: Store {
  let name = "memory"
}

final class Shop: Sendable {
  let store: any Store

  init(store: any Store) { self.store = store }
}

struct Till: Sendable {}

struct ShopModule: Module {
  var bindings: Bindings {
    Bind((any Store).self, DiskStore.init).in(.singleton).external
    Bind(Shop.init).in(.singleton)
  }
}

/// The same with nothing external in it.
struct QuietModule: Module {
  var bindings: Bindings {
    Bind((any Store).self, MemoryStore.init).in(.singleton)
    Bind(Shop.init).in(.singleton)
  }
}

/// Needs what nobody binds.
struct BrokenModule: Module {
  var bindings: Bindings { Bind(Shop.init).in(.singleton) }
}

/// What a factory, a hook or a test throws when the suite wants it to.
struct Breakdown: Error, CustomStringConvertible {
  var description: String { "out of stock" }
}
