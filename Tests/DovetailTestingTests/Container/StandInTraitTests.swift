// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Testing

private struct MarketModule: Module {
  var bindings: Bindings {
    Bind((any Store).self, DiskStore.init).in(.singleton).external.standIn(MemoryStore.init)
    Bind(Shop.init).in(.singleton)
  }
}

private struct OtherStore: Store {
  let name = "other"
}

@Suite struct StandInTraitTests {
  @Test(.container(MarketModule(), standIns: .all))
  func `a test takes every stand-in, each in the scope of its binding`() throws {
    let shop = try Container.test.resolve(Shop.self)
    #expect(shop.store.name == "memory")
    #expect(try shop.store as? MemoryStore === Container.test.resolve((any Store).self) as? MemoryStore)
  }

  @Test(.container(MarketModule(), standIns: .all) { Bind((any Store).self, OtherStore.init) })
  func `an override of the test wins over a stand-in`() throws {
    #expect(try Container.test.resolve(Shop.self).store.name == "other")
  }

  @Test(.container(MarketModule(), standIns: .all), .overriding { Bind((any Store).self, OtherStore.init) })
  func `so does one that a test adds to its suite's container`() throws {
    #expect(try Container.test.resolve(Shop.self).store.name == "other")
  }

  @Test(.container(standIns: .all) { Include(MarketModule()) })
  func `the modules that a test includes give way, too`() throws {
    #expect(try Container.test.resolve(Shop.self).store.name == "memory")
  }

  @Test func `a stand-in that no test takes leaves its binding external`() async throws {
    let trait = ContainerTrait.container(MarketModule())
    let issues = try await recorded(with: trait) { _ = try Container.test.resolve(Shop.self) }
    #expect(
      issues.map(\.text) == [
        """
        error: [unexpected-live] the test built 'any Store', which is external
          StandInTraitTests.swift:8:9
          needed by: 'Shop' (StandInTraitTests.swift:9:9)
          help: override it in the test, or say that it is meant: leave .external out of watching:
        """
      ])
  }

  @Test func `an external binding without a stand-in fails the test as it does without stand-ins`() async throws {
    let trait = ContainerTrait.container(ShopModule(), standIns: .all)
    let issues = try await recorded(with: trait) { _ = try Container.test.resolve(Shop.self) }
    #expect(
      issues.map(\.text) == [
        """
        error: [unexpected-live] the test built 'any Store', which is external
          Shop.swift:28:9
          needed by: 'Shop' (Shop.swift:29:9)
          help: override it in the test, or say that it is meant: leave .external out of watching:
        """
      ])
  }

  @Test func `a graph is checked with its stand-ins`() async {
    let module = InlineModule { Bind { Till() }.standIn { (shop: Shop) in Till() } }
    expectValid(module)
    expectValid(MarketModule(), standIns: .all)
    let issues = await recorded { expectValid(module, standIns: .all) }
    #expect(issues.map { $0.text.split(separator: "\n").first } == ["error: [missing-binding] nothing is bound for 'Shop'"])
  }
}
