// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailTesting
internal import Testing

@testable internal import garage

enum README: Guide {
  static let page = "README"

  protocol PriceClient: Sendable {
    func price(of item: String) -> Int
  }

  struct HTTPClient: PriceClient {
    let host: String

    func price(of item: String) -> Int { item.count * 100 }
  }

  final class Cache: Sendable {
    let client: any PriceClient

    init(client: any PriceClient) { self.client = client }
  }

  final class Store: Sendable {
    let cache: Cache

    init(cache: Cache) { self.cache = cache }

    func total(_ items: [String]) -> Int { items.map { cache.client.price(of: $0) }.reduce(0, +) }
  }

  struct StoreModule: Module {
    var bindings: Bindings {
      Bind(Store.init)
      Bind(Cache.init).in(.singleton)
      Bind((any PriceClient).self) { HTTPClient(host: "prices.example") }
    }
  }

  static func printed() throws -> [String] {
    let print = Printer()

    protocol PriceClient: Sendable {
      func price(of item: String) -> Int
    }

    struct HTTPClient: PriceClient {
      let host: String

      func price(of item: String) -> Int { item.count * 100 }
    }

    final class Cache: Sendable {
      let client: any PriceClient

      init(client: any PriceClient) { self.client = client }
    }

    final class Store: Sendable {
      let cache: Cache

      init(cache: Cache) { self.cache = cache }

      func total(_ items: [String]) -> Int { items.map { cache.client.price(of: $0) }.reduce(0, +) }
    }

    struct StoreModule: Module {
      var bindings: Bindings {
        Bind(Store.init)
        Bind(Cache.init).in(.singleton)
        Bind((any PriceClient).self) { HTTPClient(host: "prices.example") }
      }
    }

    let container = try Container(StoreModule())
    let store = try container.resolve(Store.self)
    print(store.total(["tea", "milk"]))  // 700
    return print.lines
  }

  @Suite("The README") struct Tests {
    struct FixedPrice: PriceClient {
      func price(of item: String) -> Int { 5 }
    }

    @Test(.container(StoreModule()) { Bind((any PriceClient).self) { FixedPrice() } })
    func `a total adds the prices`() throws {
      #expect(try Container.test.resolve(Store.self).total(["tea", "milk"]) == 10)
    }

    /// `Scripts/consumer-test.sh` types the help in, and runs the program.
    @Test func `the first error of a reader is the last one: its help compiles`() {
      #expect(Container.check(WithoutClient.StoreModule()).diagnostics.count == 1)
      #expect(Container.check(Helped.StoreModule()).diagnostics.isEmpty)
    }
  }

  /// The error of the program with the usual mistake, whose places `Scripts/consumer-test.sh` compares with those of the page; and the graph that
  /// the garage draws, without lines, which change.
  static func messages() throws -> [String] {
    let outcome = try Scene.run(Options([]))
    let drawing = try #require(outcome.text.split(separator: "== the graph\n").last)
    let tree = drawing.split(separator: "\n").prefix(treeHeight).joined(separator: "\n").replacing(/(\.swift):\d+/) { $0.1 }
    let errors = Container.check(WithoutClient.StoreModule()).errors
    return [shown(errors, in: "README.WithoutClient").replacing("README.", with: ""), tree]
  }

  private static let treeHeight = 5

  enum WithoutClient {
    #sourceLocation(file:"main.swift",line:27)
    struct StoreModule: Module {
      var bindings: Bindings {
        Bind(Store.init)
        Bind(Cache.init).in(.singleton)
        Bind { HTTPClient(host: "prices.example") }
      }
    }
    #sourceLocation()
  }

  enum Helped {
    struct StoreModule: Module {
      var bindings: Bindings {
        Bind(Store.init)
        Bind(Cache.init).in(.singleton)
        Bind { HTTPClient(host: "prices.example") }
        Bind((any PriceClient).self) { (it: HTTPClient) in it }
      }
    }
  }
}
