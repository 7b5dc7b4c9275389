// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import DovetailLifecycle
import DovetailXCTest
import XCTest

protocol Store: Sendable {}

final class DiskStore: Store {}

final class MemoryStore: Store {}

final class Shop: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}

struct ShopModule: Module {
  var bindings: Bindings {
    Bind((any Store).self, DiskStore.init).in(.singleton).external
    Bind(Shop.init).in(.singleton)
  }
}

struct Breakdown: Error, CustomStringConvertible {
  var description: String { "out of stock" }
}

/// What a user writes.
final class MakeContainerTests: XCTestCase {
  func testATestHasAContainerInWhichBindsAreReplaced() throws {
    let container = try makeContainer(ShopModule(), watching: .all) { Bind((any Store).self, MemoryStore.init).override }
    XCTAssertTrue(try container.resolve(Shop.self).store is MemoryStore)
  }

  func testATestTakesTheStandInsOfItsModules() throws {
    let module = InlineModule {
      Bind((any Store).self, DiskStore.init).in(.singleton).external.standIn(MemoryStore.init)
      Bind(Shop.init)
    }
    XCTAssertValid(module, standIns: .all)
    let container = try makeContainer(module, standIns: .all)
    XCTAssertTrue(try container.resolve(Shop.self).store is MemoryStore)
  }

  func testTheContainerIsStartedByTheTestAndStoppedForIt() async throws {
    let recorder = RecordingObserver()
    let container = try makeContainer(
      InlineModule { Bind { () async in MemoryStore() }.in(.singleton).onStart { _ in }.onClose { _ async in } },
      observers: [recorder])
    try await container.start()
    XCTAssertEqual(recorder.started, ["MemoryStore"])
    addTeardownBlock { XCTAssertEqual(container.state, .running) }
  }

  func testTheContainerIsThatOfTheTestWhereTheTestSaysSo() throws {
    let container = try makeContainer(ShopModule(), observingReuse: true) { Bind((any Store).self, MemoryStore.init).override }
    XCTAssertThrowsError(try Container.test) { XCTAssertEqual($0 as? TestContainerError, TestContainerError.none) }
    try withTestContainer(container) {
      @Injected var shop: Shop
      XCTAssertTrue(shop.store is MemoryStore)
      XCTAssertIdentical(try Container.test, container)
      XCTAssertIdentical(try Container.shared.resolve(Shop.self), shop)
      let recorder = try RecordingObserver.test
      XCTAssertEqual(recorder.created, ["any Store", "Shop"])
      XCTAssertEqual(recorder.reuses(of: Shop.self), 1)
    }
    XCTAssertThrowsError(try Container.test) { XCTAssertEqual($0 as? TestContainerError, TestContainerError.none) }
  }

  func testAnAwaitingTestHasItToo() async throws {
    let container = try makeContainer { Bind { () async in MemoryStore() }.in(.singleton) }
    let store = try await withTestContainer(container) {
      async let inChild = Container.test.resolve(MemoryStore.self)
      return try await inChild
    }
    let again = try await container.resolve(MemoryStore.self)
    XCTAssertIdentical(store, again)
    XCTAssertEqual(try withTestContainer(container) { try RecordingObserver.test.creations(of: MemoryStore.self) }, 1)
  }

  func testAnOverrideThatReplacesNothingIsAnErrorWithWhatNearlyMatched() {
    let line: UInt = #line + 1
    XCTAssertThrowsError(try makeContainer(ShopModule()) { Bind(MemoryStore.init).override }) { error in
      XCTAssertEqual(
        "\(error)",
        """
        error: [nothing-to-override] the override of 'MemoryStore' replaces nothing
          ContainerTests.swift:\(line):64
          similar: 'any Store' (ContainerTests.swift:21), to which it conforms
          help: bind it as what it is to replace, Bind((any Store).self, …); if only another replacement needs this binding, \
        mark it .private; bind what is new in a module or in a child container
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        1 error
        """)
    }
  }

  func testExpectationsAndContracts() {
    XCTAssertValid(ShopModule())
    XCTAssertValid(roots: [Root(Int.self)]) {
      Bind { 7 }
      Bind { "seven" }
    }
    XCTAssertDiagnostics([.unusedBinding], in: ShopModule(), roots: [Root((any Store).self)])
    let report = XCTAssertDiagnostics([.missingBinding]) { Bind(Shop.init) }
    XCTAssertEqual(report.errors.map(\.message), ["nothing is bound for 'any Store'"])
    XCTVerifyScope(Fresh(), makes: 64...64, atOnce: 512...512)
    XCTVerifyExtension(Idle())
  }
}

/// Shares nothing.
struct Fresh: CustomScope {
  struct Storage<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { try make() }
  }

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage() }
}

/// Goes on everywhere.
struct Idle: Extension {}

/// What fails, and how it reads.
final class FailingContainerTests: FailureCatcher {
  /// What the test that keeps something keeps.
  private static let kept = Lock<(any Store)?>(nil)
  /// What is said where a missing bind was expected and nothing is wrong.
  private static let nothingMissing =
    """
    the modules give other diagnostics than expected:
      - missing-binding   expected once, found never

    no diagnostics
    """

  func testAnExternalBindThatIsBuiltFailsTheTest() throws {
    let container = try makeContainer(ShopModule())
    expect(
      [
        """
        error: [unexpected-live] the test built 'any Store', which is external
          ContainerTests.swift:21:9
          needed by: 'Shop' (ContainerTests.swift:22:9)
          help: override it in the test, or say that it is meant: leave .external out of watching:
        """
      ], at: #line - 9)
    _ = try container.resolve(Shop.self)
  }

  func testWhatOutlivesTheContainerFailsTheTestWhereThatIsWatchedFor() throws {
    let container = try makeContainer(ShopModule(), watching: .outliving)
    expect(
      [
        """
        error: [outliving-instance] an instance outlives the container that made it
          ContainerTests.swift:21:9
          still there: 'any Store', a 'DiskStore' (ContainerTests.swift:21:9), singleton in ShopModule
          help: let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:
        """
      ], at: #line - 9)
    let store = try container.resolve((any Store).self)
    FailingContainerTests.kept.withLock { $0 = store }
  }

  func testErrorsWhenStoppingAndClosingFailTheTest() async throws {
    let line = #line + 2
    let container = try makeContainer(
      InlineModule { Bind(MemoryStore.init).in(.singleton).onStop { _ in throw Breakdown() }.onClose { _ in throw Breakdown() } })
    try await container.start()
    expect(
      [
        """
        error: [stop-failed] the container is stopped, but not without errors: one binding failed
          'MemoryStore' (ContainerTests.swift:\(line):26): out of stock
        """,
        """
        error: [close-failed] the container is closed, but not without errors
          'MemoryStore' (ContainerTests.swift:\(line):26): out of stock
        """,
      ], at: line - 1)
  }

  func testWrongModulesAreOneFailureWithTheWholeReport() {
    let line = #line + 14
    expect(
      [
        """
        error: [missing-binding] nothing is bound for 'any Store'
          ContainerTests.swift:\(line):39
          Shop -> any Store
            Shop   ContainerTests.swift:\(line)   transient in inline module
          help: add Bind((any Store).self, …) to inline module, or make the dependency optional: (any Store)?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """
      ], at: line)
    XCTAssertValid(InlineModule { Bind(Shop.init) })
  }

  func testOtherFindingsThanExpectedAreOneFailureWithTheDifference() {
    expect([FailingContainerTests.nothingMissing], at: #line + 1)
    XCTAssertDiagnostics([.missingBinding], in: ShopModule())
  }

  func testSoAreBindsThatAreWrittenInTheTest() {
    let line = #line + 14
    expect(
      [
        """
        error: [missing-binding] nothing is bound for 'any Store'
          ContainerTests.swift:\(line):26
          Shop -> any Store
            Shop   ContainerTests.swift:\(line)   transient in bindings of the test
          help: add Bind((any Store).self, …) to bindings of the test, or make the dependency optional: (any Store)?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """
      ], at: line)
    XCTAssertValid { Bind(Shop.init) }
  }

  func testOtherFindingsOfBindsThatAreWrittenInTheTestAreOneFailure() {
    expect([FailingContainerTests.nothingMissing], at: #line + 1)
    XCTAssertDiagnostics([.missingBinding]) { Bind { 7 } }
  }

  func testABrokenPromiseOfAScopeIsAFailure() {
    expect(
      [
        """
        error: [broken-contract] the scope 'Fresh' breaks the promise 'count'
          64 requests, one after the other, made 64 instances, not 1
        """
      ], at: #line + 1)
    XCTVerifyScope(Fresh(), makes: 1...1, atOnce: 512...512)
  }

  func testABrokenPromiseOfAnExtensionIsAFailure() {
    struct Lazybones: Extension {
      func complete(_ objects: [Any], next: () -> Void) {}
    }
    expect(
      [
        """
        error: [broken-contract] the extension 'Lazybones' breaks the promise 'completion'
          onAwake ran 0 times for a new object: call next once in complete
        """
      ], at: #line + 1)
    XCTVerifyExtension(Lazybones())
  }
}
