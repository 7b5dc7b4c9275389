// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Testing

@Suite struct ExpectationTests {
  @Test func `right modules are valid, and warnings only where they are not allowed`() async {
    expectValid(ShopModule())
    expectValid(ShopModule(), roots: [Root(Shop.self)], allowingWarnings: false)
    expectValid { Bind { 7 } }
    expectValid(roots: [Root(Int.self)]) {
      Bind { 7 }
      Bind { Till() }
    }
    let line = #line + 2
    let issues = await recorded {
      expectValid(roots: [Root(Int.self)], allowingWarnings: false) {
        Bind { 7 }
        Bind { Till() }
      }
    }
    #expect(
      issues == [
        Recorded(
          text: """
            warning: [unused-binding] nothing that the program resolves needs 'Till'
              ExpectationTests.swift:\(line + 2):14
              help: remove it, or add it to the roots
              docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unused-binding.md

            1 warning
            """, line: line)
      ])
  }

  @Test func `everything that is wrong with modules is one issue at the caller's line`() async {
    let line = #line + 1
    let issues = await recorded { expectValid(BrokenModule(), InlineModule("more") { Bind { (till: Till) in 7 } }) }
    #expect(
      issues == [
        Recorded(
          text: """
            error: [missing-binding] nothing is bound for 'Till'
              ExpectationTests.swift:\(line):91
              Int -> Till
                Int   ExpectationTests.swift:\(line)   transient in more
              help: add Bind { Till(…) } to more, or make the dependency optional: Till?
              docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

            error: [missing-binding] nothing is bound for 'any Store'
              Shop.swift:43:32
              Shop -> any Store
                Shop   Shop.swift:43   singleton in BrokenModule
              help: add Bind((any Store).self, …) to BrokenModule, or make the dependency optional: (any Store)?

            2 errors
            """, line: line)
      ])
  }

  @Test func `expected findings are no issue, and the report comes back`() {
    #expect(expectDiagnostics([], in: ShopModule()).description == "no diagnostics")
    let report = expectDiagnostics([.missingBinding, .duplicateBinding]) {
      Bind(Shop.init)
      Bind { 7 }
      Bind { 8 }
    }
    #expect(report.errors.count == 2)
    #expect(expectDiagnostics([.unusedBinding], in: ShopModule(), roots: [Root((any Store).self)]).isValid)
  }

  @Test func `a difference shows what is missing and what is too much, and the report`() async {
    let line = #line + 2
    let issues = await recorded {
      expectDiagnostics([.dependencyCycle, .missingBinding, .duplicateBinding, .dependencyCycle]) {
        Bind(Shop.init)
        Bind { (till: Till) in 7 }
        Bind { (till: Till) in 8 }
      }
    }
    #expect(issues.map(\.line) == [line])
    let lines = (issues.first?.text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.prefix(6) == [
        "the modules give other diagnostics than expected:",
        "  - dependency-cycle    expected 2 times, found never",
        "    duplicate-binding   as expected",
        "  + missing-binding     expected once, found 2 times",
        "",
        "error: [missing-binding] nothing is bound for 'any Store'",
      ])
    #expect(lines.last == "3 errors")
  }

  @Test func `findings that are expected of a right module are missing`() async {
    let line = #line + 1
    let issues = await recorded { expectDiagnostics([.missingBinding], in: ShopModule()) }
    #expect(
      issues == [
        Recorded(
          text: """
            the modules give other diagnostics than expected:
              - missing-binding   expected once, found never

            no diagnostics
            """, line: line)
      ])
  }
}
