// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import DovetailTesting
import Testing

@Suite struct ExternalTests {
  @Test func `an external bind that is built without an override fails the test, once, and names who needs it`() async throws {
    let issues = try await recorded(with: ContainerTrait.container(ShopModule())) {
      let container = try Container.test
      _ = try container.resolve(Shop.self)
      _ = try container.resolve((any Store).self)
    }
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

  @Test func `one that is overridden or never built does not`() async throws {
    let overridden = ContainerTrait.container(ShopModule()) { Bind((any Store).self, MemoryStore.init) }
    let first = try await recorded(with: overridden) { _ = try Container.test.resolve(Shop.self) }
    #expect(first == [])
    #expect(try await recorded(with: ContainerTrait.container(ShopModule())) == [])
  }

  @Test func `an override that is external itself does`() async throws {
    let line: UInt = #line + 1
    let trait = ContainerTrait.container(QuietModule()) { Bind((any Store).self, DiskStore.init).external }
    let issues = try await recorded(with: trait) { _ = try Container.test.resolve((any Store).self) }
    #expect(
      issues.map(\.text) == [
        """
        error: [unexpected-live] the test built 'any Store', which is external
          ExternalTests.swift:\(line):63
          needed by: 'Shop' (Shop.swift:37:9)
          help: override it in the test, or say that it is meant: leave .external out of watching:
        """
      ])
  }

  @Test func `what exists already, is asynchronous, has a name or belongs to the main actor counts too`() async throws {
    let trait = ContainerTrait.container {
      Bind(instance: 7).external
      Bind { () async in "now" }.named("clock").in(.singleton).external
      Bind { @MainActor in 7.5 }.external
      NamedBind("disk", needs: []) { _ in 1 }.external
    }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      _ = try await container.resolve(Int.self)
      _ = try await container.resolve(String.self, named: "clock")
      _ = try await container.resolve(Double.self)
      _ = try await container.resolve("disk", as: Int.self)
    }
    #expect(
      issues.map { $0.text.split(separator: "\n").first } == [
        "error: [unexpected-live] the test built 'Int', which is external",
        "error: [unexpected-live] the test built 'String' named \"clock\", which is external",
        "error: [unexpected-live] the test built 'Double', which is external",
        "error: [unexpected-live] the test built 'disk', which is external",
      ])
  }

  @Test func `one that is meant to be built is not watched for`() async throws {
    let trait = ContainerTrait.container(ShopModule(), watching: .outliving)
    #expect(try await recorded(with: trait) { _ = try Container.test.resolve(Shop.self) } == [])
  }

  @Test func `what a decorator wraps is built too`() async throws {
    let trait = ContainerTrait.container(ShopModule()) { Decorate((any Store).self) { (inner: any Store) in inner } }
    let issues = try await recorded(with: trait) { _ = try Container.test.resolve(Shop.self) }
    #expect(issues.count == 1)
    #expect(
      issues.first?.text.hasPrefix("error: [unexpected-live] the test built 'any Store', which is external\n  Shop.swift:28:9\n")
        == true)
  }
}
