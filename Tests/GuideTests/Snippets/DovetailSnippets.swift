// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The first page of the documentation, with the program of the README.
enum FirstPage: Guide {
  static let page = "Dovetail"

  typealias PriceClient = README.PriceClient
  typealias HTTPClient = README.HTTPClient
  typealias Cache = README.Cache
  typealias Store = README.Store

  static func printed() throws -> [String] {
    struct StoreModule: Module {
      var bindings: Bindings {
        Bind(Store.init)
        Bind(Cache.init).in(.singleton)
        Bind((any PriceClient).self) { HTTPClient(host: "prices.example") }
      }
    }

    let store = try Container(StoreModule()).resolve(Store.self)
    return store.total([]) == 0 ? [] : ["a store without a client"]
  }
}
