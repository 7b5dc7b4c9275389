// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import DovetailTesting
internal import DovetailXCTest
internal import Synchronization
internal import Testing
internal import XCTest

@Suite("The guide Testing") struct TestingGuide: Guide {
  static let page = "Guides/Testing"

  #sourceLocation(file:"ShopModule.swift",line:1)
  protocol Store: Sendable {
    func stock(of item: String) -> Int
  }

  final class Database: Store {
    func stock(of item: String) -> Int { 4 }
  }

  final class Shop: Sendable {
    let store: any Store

    init(store: any Store) { self.store = store }

    func has(_ item: String) -> Bool { store.stock(of: item) > 0 }
  }

  struct ShopModule: Module {
    var bindings: Bindings {
      Bind((any Store).self, Database.init).in(.singleton).external
      Bind(Shop.init).in(.singleton)
    }
  }
  #sourceLocation()

  struct Shelf: Store {
    var items = ["wheel": 4]

    func stock(of item: String) -> Int { items[item] ?? 0 }
  }

  @Test(.container(ShopModule()) { Bind((any Store).self) { Shelf() } })
  func `a shop sells what is on the shelf`() throws {
    let shop = try Container.test.resolve(Shop.self)
    #expect(shop.has("wheel"))
  }

  struct Till {
    let rate: Double

    func price(of sum: Double) -> Double { sum + sum * rate }
  }

  struct TillModule: Module {
    var bindings: Bindings {
      Bind(Till.init)
      Bind { 0.21 }.private
    }
  }

  @Test(.container(TillModule()) { Bind { 0.5 }.override(in: TillModule.self) })
  func `a till adds the tax`() throws {
    #expect(try Container.test.resolve(Till.self).price(of: 10) == 15)
  }

  @Test(.container(ShopModule()) { Bind((any Store).self) { Shelf() } }, arguments: ["engine", "radio"])
  func `it does not sell what is not`(item: String) throws {
    #expect(try !Container.test.resolve(Shop.self).has(item))
  }

  @Suite(.container(ShopModule()) { Bind((any Store).self) { Shelf() } })
  struct ShopTests {
    let shop: Shop

    init() throws { shop = try Container.test.resolve() }

    @Test func `it sells wheels`() { #expect(shop.has("wheel")) }

    @Test(.overriding { Bind((any Store).self) { Shelf(items: [:]) } })
    func `it sells nothing when the shelf is empty`() { #expect(!shop.has("wheel")) }
  }

  struct MarketModule: Module {
    var bindings: Bindings {
      Bind((any Store).self, Database.init).in(.singleton).external.standIn { Shelf() }
      Bind(Shop.init).in(.singleton)
    }
  }

  @Test(.container(MarketModule(), standIns: .all))
  func `a market sells what is on the shelf`() throws {
    #expect(try Container.test.resolve(Shop.self).has("wheel"))
  }

  @Test func `the market is wired with its stand-ins`() throws {
    expectValid(MarketModule(), standIns: .all)
    let demo = try Container(MarketModule(), standIns: .all)
    #expect(try demo.resolve(Shop.self).has("wheel"))
  }

  struct StoreStandIn: Store {
    var stock: @Sendable (String) -> Int = { _ in unexpected("Store.stock(of:)", returning: 0) }

    func stock(of item: String) -> Int { stock(item) }
  }

  @Test(.container(ShopModule()) { Bind((any Store).self) { StoreStandIn(stock: { _ in 4 }) } })
  func `a shop has what its store has`() throws {
    #expect(try Container.test.resolve(Shop.self).has("wheel"))
  }

  @Test(.container(ShopModule()) { Bind((any Store).self) { StoreStandIn() } })
  func `a shop opens without a look at its store`() throws {
    _ = try Container.test.resolve(Shop.self)
  }

  @Test func `the shop is wired`() {
    expectValid(ShopModule(), roots: [Root(Shop.self)])
  }

  @Test func `a shop needs a store`() {
    let report = expectDiagnostics([.missingBinding]) { Bind(Shop.init) }
    #expect(report.errors.first?.help?.hasPrefix("add Bind(") == true)
  }

  @Test(.container(ShopModule(), watching: .outliving))
  func `a shop is built once, after its store`() throws {
    for _ in 1...3 { _ = try Container.test.resolve(Shop.self) }
    let recorder = try RecordingObserver.test
    #expect(recorder.created.count == 2)
    #expect(recorder.creations(of: Shop.self) == 1)
  }

  struct Fresh: CustomScope {
    struct Storage<Value: Sendable>: ScopeStorage {
      func instance(_ make: () throws -> Value) throws -> Value { try make() }
    }

    func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage() }
  }

  struct Counting: Extension {
    func make(_ request: Interception, next: () throws -> Any) throws -> Any { try next() }
  }

  @Test func `what we add to Dovetail keeps its promises`() {
    verifyScope(Fresh(), makes: 64...64, atOnce: 512...512)
    verifyExtension(Counting())
  }

  /// What a test with a trait is told to fail with.
  private static func failures(_ trait: ContainerTrait, _ body: @escaping @MainActor () throws -> Void) async throws -> [String] {
    let test = try #require(Test.current)
    return await failures { try await trait.provideScope(for: test, testCase: nil, performing: body) }
  }

  private static func failures(_ body: @Sendable () async throws -> Void) async -> [String] {
    let texts = Mutex<[String]>([])
    await withKnownIssue {
      do { try await body() } catch { Issue.record(error) }
    } matching: { issue in
      texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
      return true
    }
    return texts.withLock { $0 }
  }

  static func messages() async throws -> [String] {
    let kept = Mutex<Shop?>(nil)
    let stale = ContainerTrait.container(ShopModule()) {
      // As in an attribute, whose code has the place of the test.
      Bind(Database.init, fileID: "ShopTests/ShopTests.swift", line: 6, column: 3).override
    }
    var all = await failures { @MainActor in _ = StoreStandIn().stock(of: "wheel") }
    all += try await failures(stale) {}
    all += try await failures(.container(ShopModule())) { _ = try Container.test.resolve(Shop.self) }
    all += try await failures(.container(ShopModule(), watching: .outliving)) {
      let shop = try Container.test.resolve(Shop.self)
      kept.withLock { $0 = shop }
    }
    all += await failures { expectDiagnostics([.missingBinding, .opaqueBinding], in: ShopModule()) }
    return all.map { shown($0) }
  }
}

// XCTest finds only test cases that stand at the top of a file.
private typealias Shelf = TestingGuide.Shelf
private typealias Shop = TestingGuide.Shop
private typealias ShopModule = TestingGuide.ShopModule
private typealias Store = TestingGuide.Store

final class OlderShopTests: XCTestCase {
  func testWiring() {
    XCTAssertValid(ShopModule(), roots: [Root(Shop.self)])
  }

  func testAShopSellsWhatIsOnTheShelf() throws {
    let container = try makeContainer(ShopModule()) { Bind((any Store).self) { Shelf() } }
    XCTAssertTrue(try container.resolve(Shop.self).has("wheel"))
  }

  func testTheShopIsInjected() throws {
    let container = try makeContainer(ShopModule()) { Bind((any Store).self) { Shelf() } }
    try withTestContainer(container) {
      @Injected var shop: Shop
      XCTAssertTrue(shop.has("wheel"))
      XCTAssertEqual(try RecordingObserver.test.creations(of: Shop.self), 1)
    }
  }
}
