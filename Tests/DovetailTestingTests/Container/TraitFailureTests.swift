// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import DovetailTesting
import Testing

@Suite struct TraitFailureTests {
  @Test func `a container that cannot be made is one issue with the whole report, and the test does not run`() async throws {
    let ran = Shelf<Bool>()
    let issues = try await recorded(with: ContainerTrait.container(BrokenModule())) { ran.add(true) }
    #expect(
      issues.map(\.text) == [
        """
        error: [missing-binding] nothing is bound for 'any Store'
          Shop.swift:43:32
          Shop -> any Store
            Shop   Shop.swift:43   singleton in BrokenModule
          help: add Bind((any Store).self, …) to BrokenModule, or make the dependency optional: (any Store)?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """
      ])
    #expect(ran.values == [])
  }

  @Test func `an override that replaces nothing fails the test with what nearly matched`() async throws {
    let ran = Shelf<Bool>()
    let line: UInt = #line + 2
    let trait = ContainerTrait.container(QuietModule()) {
      Bind(MemoryStore.init)
    }
    let issues = try await recorded(with: trait) { ran.add(true) }
    #expect(
      issues.map(\.text) == [
        """
        error: [nothing-to-override] the override of 'MemoryStore' replaces nothing
          TraitFailureTests.swift:\(line):11
          similar: 'any Store' (Shop.swift:36), to which it conforms
          help: bind it as what it is to replace, Bind((any Store).self, …); \
        if only another replacement needs this binding, mark it .private; bind what is new in a module or in a child container
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        1 error
        """
      ])
    #expect(ran.values == [])
  }

  @Test func `so does one of a test in a suite`() async throws {
    let line: UInt = #line + 1
    let inner = OverridingTrait.overriding { Bind((any Store).self, MemoryStore.init).named("stor") }
    let test = try #require(Test.current)
    let issues = try await recorded(with: ContainerTrait.container(QuietModule())) {
      try await inner.provideScope(for: test, testCase: nil) { Issue.record("ran") }
    }
    #expect(
      issues.map(\.text) == [
        """
        error: [nothing-to-override] the override of 'any Store' named "stor" replaces nothing
          TraitFailureTests.swift:\(line):50
          similar: 'any Store' (Shop.swift:36), which has no name
          help: correct the type or name; if only another replacement needs this binding, mark it .private; bind what is new in a module or in a child container
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        1 error
        """
      ])
  }

  @Test func `replacing binds where there is no container is an issue`() async throws {
    let issues = try await recorded(with: OverridingTrait.overriding { Bind { 7 } }) { Issue.record("ran") }
    #expect(issues.map(\.text) == ["\(TestContainerError.none)"])
  }

  @Test func `what goes wrong when stopping and closing is an issue each, and the test's error goes on`() async throws {
    let line: UInt = #line + 2
    let trait = ContainerTrait.container {
      Bind { Till() }.in(.singleton).onStop { _ in throw Breakdown() }
      Bind(MemoryStore.init).in(.singleton).onClose { _ async throws in throw Breakdown() }
    }
    let issues = try await recorded(with: trait) {
      try await Container.test.start()
      _ = try await Container.test.resolve(MemoryStore.self)
      throw Breakdown()
    }
    #expect(
      issues.map(\.text) == [
        """
        error: [stop-failed] the container is stopped, but not without errors: one binding failed
          'Till' (TraitFailureTests.swift:\(line):12): out of stock
        """,
        """
        error: [close-failed] the container is closed, but not without errors
          'MemoryStore' (TraitFailureTests.swift:\(line + 1):11): out of stock
        """,
        "thrown: out of stock",
      ])
  }

  @Test func `a container that the test closed itself is no failure`() async throws {
    let issues = try await recorded(with: ContainerTrait.container(QuietModule())) {
      _ = try Container.test.resolve(Shop.self)
      try Container.test.close()
    }
    #expect(issues == [])
  }

  @Test func `many tests that fail at once tell their own failures`() async throws {
    let texts = Shelf<String>()
    let trait = ContainerTrait.container(ShopModule())
    let test = try #require(Test.current)
    let everybody = Meeting(100)
    let issues = await recorded {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            try await trait.provideScope(for: test, testCase: nil) {
              if number.isMultiple(of: 2) { _ = try await Container.test.resolve(Shop.self) }
              await everybody.join()
            }
          }
        }
        try await group.waitForAll()
      }
    }
    for issue in issues { texts.add(issue.text.split(separator: "\n").first.map(String.init) ?? "") }
    #expect(texts.values == Array(repeating: "error: [unexpected-live] the test built 'any Store', which is external", count: 50))
  }
}
