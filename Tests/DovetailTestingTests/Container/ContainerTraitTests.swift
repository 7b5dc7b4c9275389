// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import DovetailLifecycle
import DovetailTesting
import Testing

@Suite struct ContainerTraitTests {
  @Test(.container(ShopModule()) { Bind((any Store).self, MemoryStore.init).override })
  func `a test has a container in which binds are replaced`() throws {
    #expect(try Container.test.resolve(Shop.self).store.name == "memory")
  }

  @Test(.container(ShopModule()) { Bind((any Store).self, MemoryStore.init).in(.singleton) })
  func `an override need not say that it is one`() throws {
    #expect(try Container.test.resolve(Shop.self).store.name == "memory")
  }

  @Test(.container { Bind { 7 } }) func `a container can be written where the test is`() throws {
    #expect(try Container.test.resolve(Int.self) == 7)
  }

  @Test(.container(QuietModule(), InlineModule { Bind { (shop: Shop) in shop.store.name } }))
  func `several modules make one container`() throws {
    #expect(try Container.test.resolve(String.self) == "memory")
    #expect(try RecordingObserver.test.created == ["any Store", "Shop", "String"])
  }

  @Test(.container(QuietModule())) func `the container is the shared one too`() throws {
    @Injected var shop: Shop
    #expect(try Container.shared === Container.test)
    #expect(shop === (try Container.test.resolve(Shop.self)))
  }

  @Test(.container(QuietModule())) func `child tasks see the container`() async throws {
    let shop = try await Container.test.resolve(Shop.self)
    async let child = Container.test.resolve(Shop.self)
    #expect(try await child === shop)
    let task = Task { try Container.test.resolve(Shop.self) }
    #expect(try await task.value === shop)
  }

  @Test(.container(QuietModule(), InlineModule { Bind { Till() } }), arguments: 0..<200)
  func `each of many cases that run at once has a container of its own`(number: Int) async throws {
    let container = try Container.test
    let shop = try await container.resolve(Shop.self)
    // Made anew for every request: a container that two cases share makes two.
    _ = try await container.resolve(Till.self)
    await Task.yield()
    #expect(try Container.test === container)
    #expect(try await container.resolve(Shop.self) === shop)
    #expect(try RecordingObserver.test.created.sorted() == ["Shop", "Till", "any Store"])
  }

  @Test func `one trait makes as many containers as there are tests at once`() async throws {
    let trait = ContainerTrait.container(QuietModule())
    let test = try #require(Test.current)
    let shops = Shelf<Shop>()
    let everybody = Meeting(120)
    let failures = await recorded {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<120 {
          group.addTask {
            try await trait.provideScope(for: test, testCase: nil) {
              let shop = try await Container.test.resolve(Shop.self)
              shops.add(shop)
              await everybody.join()
              #expect(try await Container.test.resolve(Shop.self) === shop)
              #expect(Set(shops.values.map(ObjectIdentifier.init)).count == 120)
              await everybody.join()
              shops.removeAll()
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(failures == [])
  }

  @Test(.container(QuietModule(), observers: [RecordingObserver()], observingReuse: true))
  func `what the container does is recorded`() throws {
    let container = try Container.test
    _ = try container.resolve(Shop.self)
    _ = try container.resolve(Shop.self)
    let recorder = try RecordingObserver.test
    #expect(recorder.created == ["any Store", "Shop"])
    #expect(recorder.reuses(of: Shop.self) == 1)
  }

  @Test func `the container closes after the test, and what was started is stopped`() async throws {
    let log = Shelf<String>()
    let trait = ContainerTrait.container {
      Bind { () async in Till() }.in(.singleton)
        .onStart { _ in log.add("start") }.onStop { _ in log.add("stop") }.onClose { _ async in log.add("close") }
    }
    let issues = try await recorded(with: trait) {
      try await Container.test.start()
      log.add("test")
    }
    #expect(issues == [])
    #expect(log.values == ["start", "test", "stop", "close"])
  }

  @Test func `code that runs in no test with a container is told so`() throws {
    let error = #expect(throws: TestContainerError.none) { try Container.test }
    #expect(throws: TestContainerError.none) { try RecordingObserver.test }
    #expect(
      error?.description == """
        error: [no-test-container] this code runs in no test that has a container
          help: give the test or its suite one: @Test(.container(AppModule())); in a test case of XCTest or a detached task, run the code \
        inside withTestContainer(_:_:) { … }
        """)
  }

  @Test(.container(QuietModule())) func `a detached task has a container where it is handed one`() async throws {
    let container = try Container.test
    let shop = try await container.resolve(Shop.self)
    let task = Task.detached {
      #expect(throws: TestContainerError.none) { try Container.test }
      return try await withTestContainer(container) {
        @Injected var injected: Shop
        return (try await Container.test.resolve(Shop.self), injected, try RecordingObserver.test.created)
      }
    }
    let (resolved, injected, created) = try await task.value
    #expect(resolved === shop)
    #expect(injected === shop)
    #expect(created == ["any Store", "Shop"])
  }

  @Test func `a container that nobody records has no recorder`() throws {
    let error = try withTestContainer(Container(QuietModule())) {
      #expect(throws: TestContainerError.noRecorder) { try RecordingObserver.test }
    }
    #expect(
      error?.description == """
        error: [no-test-recorder] no recorder observes the container of this test
          help: give it a recorder when it is made: observers: [RecordingObserver()]
        """)
    let recorder = RecordingObserver()
    let recorded = try withTestContainer(Container(QuietModule(), observers: [recorder])) { try RecordingObserver.test }
    #expect(recorded === recorder)
  }
}

/// Every test of this suite, nested ones included, has a container of its own; `init` has it too.
@Suite(.container(ShopModule(), InlineModule { Bind { Till() } }, watching: .outliving)) struct ContainerSuiteTests {
  let shop: Shop

  init() throws { shop = try Container.test.resolve(Shop.self) }

  @Test func `a test of the suite has the container that its init had`() throws {
    #expect(shop.store.name == "disk")
    #expect(try Container.test.resolve(Shop.self) === shop)
    #expect(try RecordingObserver.test.created == ["any Store", "Shop"])
  }

  @Test(arguments: 0..<10) func `each case has its own`(number: Int) throws {
    #expect(try Container.test.resolve(Shop.self) === shop)
    // Made anew for every request: a container that two cases share makes two.
    _ = try Container.test.resolve(Till.self)
    #expect(try RecordingObserver.test.created == ["any Store", "Shop", "Till"])
  }

  @Test(.overriding { Bind((any Store).self, MemoryStore.init) }) func `a test replaces binds of its suite`() throws {
    #expect(shop.store.name == "memory")
    #expect(try RecordingObserver.test.created == ["any Store", "Shop"])
  }

  @Test(
    .container {
      Bind((any Store).self, MemoryStore.init); Bind(Shop.init).in(.singleton)
    })
  func `the container of a test hides that of its suite`() throws {
    #expect(shop.store.name == "memory")
  }

  @Suite struct Nested {
    @Test func `so have the tests of a suite inside`() throws {
      #expect(try Container.test.resolve(Shop.self).store.name == "disk")
    }
  }
}
