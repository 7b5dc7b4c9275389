// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Testing

/// Needs what nobody binds, in two ways, and once more where it is asked to.
private struct UnboundModule: Module {
  var needsTill = false

  var bindings: Bindings {
    Bind(Shop.init).in(.singleton)
    Bind { (text: String) in [text] }
    if needsTill { Bind { (till: Till) in "\(till)" } }
  }
}

/// Is wrong in another way each time.
private struct ChangingModule: Module {
  let count: Shelf<Int>

  static func == (left: Self, right: Self) -> Bool { left.count === right.count }

  var bindings: Bindings {
    let isFirst = count.values.isEmpty
    let _ = count.add(1)
    if isFirst { Bind { (_: Till) in 7 } } else { Bind(Shop.init) }
  }
}

@Suite struct GraphReportTests {
  /// What the first test of a trait has for an issue, and what others have.
  private func issues(
    _ trait: some TestScoping, _ count: Int = 3, _ test: Test? = Test.current
  ) async throws -> [String] {
    let test = try #require(test)
    return await recorded {
      for _ in 1...count { try await trait.provideScope(for: test, testCase: nil) { Issue.record("ran") } }
    }.map(\.text)
  }

  @Test func `one wrong graph is reported once by the tests of a suite, and the others say where`() async throws {
    let line = try #require(Test.current).sourceLocation.line
    let issues = try await issues(ContainerTrait.container(BrokenModule()))
    #expect(
      issues == [
        """
        error: [missing-binding] nothing is bound for 'any Store'
          Shop.swift:43:32
          Shop -> any Store
            Shop   Shop.swift:43   singleton in BrokenModule
          help: add Bind((any Store).self, …) to BrokenModule, or make the dependency optional: (any Store)?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """
      ]
        + Array(
          repeating: "error: [missing-binding] the container cannot be made; the whole report is the issue of "
            + "'one wrong graph is reported once by the tests of a suite, and the others say where' "
            + "(GraphReportTests.swift:\(line))", count: 2))
  }

  @Test("reports shown once") func eachIDOnce() async throws {
    let line = try #require(Test.current).sourceLocation.line
    let trait = ContainerTrait.container(UnboundModule(needsTill: true), roots: [Root(Int.self)])
    let last = try await issues(trait, 2).last
    #expect(
      last == "error: [missing-binding] the container cannot be made; the whole report is the issue of "
        + "'reports shown once' (GraphReportTests.swift:\(line))")
  }

  @Test func `a graph that is wrong in another way is reported in full`() async throws {
    let issues = try await issues(ContainerTrait.container(ChangingModule(count: Shelf())))
    #expect(issues.count == 3)
    #expect(issues[0].hasPrefix("error: [missing-binding] nothing is bound for 'Till'"))
    #expect(issues[1].hasPrefix("error: [missing-binding] nothing is bound for 'any Store'"))
    #expect(issues[2].hasPrefix("error: [missing-binding] the container cannot be made; the whole report is the issue of "))
  }

  @Test func `another suite has its own report`() async throws {
    for _ in 1...2 {
      let issues = try await issues(ContainerTrait.container(BrokenModule()), 1)
      #expect(issues.map { $0.hasPrefix("error: [missing-binding] nothing is bound for 'any Store'") } == [true])
    }
  }

  @Test func `of many tests that fail at once, one has the report`() async throws {
    let trait = ContainerTrait.container(BrokenModule())
    let test = try #require(Test.current)
    let issues = await recorded {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { try await trait.provideScope(for: test, testCase: nil) {} } }
        try await group.waitForAll()
      }
    }
    #expect(issues.count == 20)
    #expect(issues.count { $0.text.contains("nothing is bound for") } == 1)
  }

  @Test func `a replacement that a suite makes in vain is reported once, and a missing container each time`() async throws {
    let inner = OverridingTrait.overriding { Bind { 7 } }
    let test = try #require(Test.current)
    let wrong = try await recorded(with: ContainerTrait.container(QuietModule())) {
      for _ in 1...2 { try await inner.provideScope(for: test, testCase: nil) {} }
    }
    #expect(
      wrong.map { $0.text.hasPrefix("error: [nothing-to-override] the override of 'Int' replaces nothing") } == [true, false])
    #expect(wrong.last?.text.hasPrefix("error: [nothing-to-override] the container cannot be made; the whole report is") == true)
    #expect(try await issues(inner, 2) == Array(repeating: "\(TestContainerError.none)", count: 2))
  }
}
