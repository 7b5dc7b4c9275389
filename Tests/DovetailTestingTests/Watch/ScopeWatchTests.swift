// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Testing

/// Scopes that a test opens and forgets.
@Suite struct ScopeWatchTests {
  private enum Visit: ScopeKind {}
  private final class Guest: Sendable { init() {} }

  private var trait: ContainerTrait { .container { Bind(Guest.init).in(.scoped(Visit.self)).onClose { _ in } } }

  @Test func `a scope that a test drops is a finding with the place where it was opened`() async throws {
    let line: UInt = #line + 2
    let issues = try await recorded(with: trait) {
      let scope = try Container.test.openScope(Visit.self)
      _ = try await scope.resolve(Guest.self)
    }
    let text = try #require(issues.map(\.text).first)
    #expect(issues.count == 1)
    #expect(
      text.hasPrefix(
        """
        warning: [scope-left-open] the scope 'ScopeWatchTests.Visit' was dropped and not closed: its values stay until the container closes
          ScopeWatchTests.swift:\(line):
        """))
    #expect(text.contains("\n  not closed: 'ScopeWatchTests.Guest' (ScopeWatchTests.swift:"))
  }

  @Test func `a scope that a test keeps is named by what it keeps alive`() async throws {
    let (kept, line) = (Shelf<OpenScope>(), #line + 2)
    let issues = try await recorded(with: trait) {
      let scope = try Container.test.openScope(Visit.self)
      kept.add(scope)
    }
    let text = try #require(issues.map(\.text).first)
    #expect(text.contains("still held: the scope 'ScopeWatchTests.Visit', opened at ScopeWatchTests.swift:\(line):"))
    #expect(text.contains("help: close the scope and let go of it before the test ends"))
  }

  @Test func `a test that means it says so`() async throws {
    let quiet = ContainerTrait.container(watching: []) { Bind(Guest.init).in(.scoped(Visit.self)).onClose { _ in } }
    let issues = try await recorded(with: quiet) { _ = try await Container.test.openScope(Visit.self).resolve(Guest.self) }
    #expect(issues.isEmpty)
  }
}
